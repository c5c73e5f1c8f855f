"""Figures of the learned weights: what nearness counts, and how training went."""

from __future__ import annotations

from core.charts import Card, Hover, How, Plot, Table, Theme, axis, line, still
from core.charts.plot import Values
from core.context.attention import Attention
from core.context.probe import FARTHEST, nearness_curve


def build_distance(attention: Attention, look: Theme) -> Card:
    """Draw what nearness counts in the score, the most at 0."""
    offsets, counts = nearness_curve(attention)
    x, y = offsets.tolist(), counts.tolist()
    return Card(
        plot=_curve(
            [*x[:FARTHEST], None, *x[FARTHEST:]],
            [*y[:FARTHEST], None, *y[FARTHEST:]],
            look,
            axes=("words left and right of the target", "in the score, the nearest at 0"),
            hover="%{x} words from the target<br>%{y:.2f} in the score",
            shape="hv",
        ),
        title="What nearness counts",
        name="distance",
        alt="What nearness counts in the score, left and right of the target.",
        table=Table.of({"words from the target": x, "in the score": y}),
        said=(),
        how=How(
            "Learned with the other weights and added to a word’s score: a number a word up to six on either side, "
            "then two each time the distance doubles. Only differences count in a softmax: the largest is drawn at 0.",
            (r"s_i = \dots + g_{\text{distance}}",),
            (nearness_curve, Attention.nearness),
        ),
    )


def build_loss(attention: Attention, look: Theme) -> Card:
    """Draw the loss on held-out windows as training went on."""
    seen, loss = attention.losses.astype(float).T
    return Card(
        plot=_curve(
            seen,
            loss,
            look,
            axes=("million windows seen", "loss on held-out text, nats"),
            hover="%{x:.1f} million windows<br>%{y:.3f} nats",
        ),
        title="How training went",
        name="loss",
        alt=f"The loss on held-out text fell from {loss[0]:.3f} to {loss[-1]:.3f}.",
        table=Table.of({"million windows seen": seen, "loss on held-out text, nats": loss}),
        said=(),
        how=How(
            "Trained on raw text, without any sense label: the mean of the words around a place, as each candidate "
            "would weigh them, has to tell the word that stood there from others drawn at random. "
            "`scripts/build/attention.py` does it again.",
            (r"L = -\ln \frac{e^{\kappa \cos(h_t, v_t)}}{\sum_w e^{\kappa \cos(h_w, v_w)}}",),
        ),
    )


def _curve(x: Values, y: Values, look: Theme, *, axes: tuple[str, str], hover: str, shape: str = "linear") -> Plot:
    curve = line(x, y, color=look.accent, width=2.4, hover=Hover(None, hover))
    curve["line"]["shape"] = shape
    return still([curve], look, x=axis(axes[0]), y=axis(axes[1]), height=260, margin={"t": 8})
