"""The program and its windows: main window, menus, start window, spectators."""
