"""Without a mouse: every control of every page is reached by the Tab key, has a name, and shows that it is reached."""

from __future__ import annotations

import pytest

from pages.shared.contents import PAGES, Entry
from tests.browser.conftest import Reader

MOST = 200  # presses of the key; no page has as many controls

STEP = """() => {
    const here = document.activeElement;
    if (!here || here === document.body) return null;
    here.dataset.reached = 'yes';
    const label = [...(here.labels || [])].map(label => label.innerText).join(' ');
    const name = here.getAttribute('aria-label') || here.innerText || here.textContent || label
        || here.getAttribute('aria-labelledby') || here.getAttribute('title') || '';
    const what = `${here.tagName} ${here.getAttribute('role') || ''} ${here.outerHTML.slice(0, 120)}`;
    const style = getComputedStyle(here);
    // A box around a field is drawn by what holds the field; a table draws one around its cell.
    const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none'
        || here.matches('input, textarea, canvas') || here.matches('[data-testid="stMain"]');
    return {what, named: name.trim() !== '', ring};
}"""

MISSED = """() => [...document.querySelectorAll('a[href], button, input, textarea, select, summary')]
    .filter(node => node.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !node.disabled)
    .filter(node => node.tabIndex >= 0 && !node.dataset.reached && node.getBoundingClientRect().width > 2)
    // One of a group takes the key, the arrows lead to the others.
    .filter(node => !node.closest('[role=radiogroup]')?.querySelector('[data-reached]'))
    .map(node => node.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tab_key_reaches_every_control_and_one_sees_where_it_is(reader: Reader, page: Entry) -> None:
    reader.open(page.path)
    reached = []
    for _ in range(MOST):
        reader.page.keyboard.press("Tab")
        step = reader.page.evaluate(STEP)
        if step is None:
            break
        reached.append(step)
    else:
        pytest.fail(f"the key goes round and round: {[step['what'] for step in reached[-5:]]}")
    assert len(reached) > 15
    assert not (missed := reader.page.evaluate(MISSED)), missed
    assert not (nameless := [step["what"] for step in reached if not step["named"]]), nameless
    assert not (unseen := [step["what"] for step in reached if not step["ring"]]), unseen
