"""The synthetic camera: renders a table of known geometry as a camera would see it, and tells the truth about it.

`surfaces` < `optics` < `staging` < `solids`, `dice` < `rendering`. It takes layouts and frames from `vision` as
values and none of its code: what is tested must not also be the test.
"""
