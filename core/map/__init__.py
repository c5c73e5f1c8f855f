"""Projections of a space, what a flat picture hides, and spaces held against each other."""

from core.map.analogies import Analogy
from core.map.axes import Axis, axis_vector, on_axes, parse_axis
from core.map.comparison import Comparison
from core.map.layouts import Layouts, load_layouts
from core.map.picture import Picture
from core.map.projection import Projection, project, trustworthiness

__all__ = [
    "Analogy",
    "Axis",
    "Comparison",
    "Layouts",
    "Picture",
    "Projection",
    "axis_vector",
    "load_layouts",
    "on_axes",
    "parse_axis",
    "project",
    "trustworthiness",
]
