"""The table file: reading, checking, editing and making one."""
