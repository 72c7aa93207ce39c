(() => {
'use strict';
const all = (query, root = document) => [...root.querySelectorAll(query)];
const make = (name, settings = {}, ...inside) => {
  const {aria = {}, ...own} = settings;
  const element = Object.assign(document.createElement(name), own);
  for (const [key, value] of Object.entries(aria)) element.setAttribute('aria-' + key, value);
  element.append(...inside);
  return element;
};
const rows = all('tr[id^="row-"]');
const cases = all('.case');
const cards = all('.card');
const bodies = all('.index tbody');
const words = new Map();
const textOf = element => {
  if (!words.has(element)) words.set(element, element.textContent.toLowerCase());
  return words.get(element);
};

// Search and filters.
const filters = [
  ['outcome', 'Result'], ['rules', 'Finding'], ['verdict', 'Verdict'], ['dialect', 'Dialect'],
].map(([key, title]) => {
  const numbers = new Map();
  const counted = rows.length && !(cards.length && key !== 'dialect') ? rows : key === 'dialect' ? cases : cards;
  for (const one of counted) {
    for (const value of (one.dataset[key] || '').split(' ')) {
      if (value) numbers.set(value, (numbers.get(value) || 0) + 1);
    }
  }
  const select = make('select', {id: 'filter-' + key}, make('option', {value: ''}, 'any'));
  for (const [value, number] of [...numbers].sort()) {
    select.append(make('option', {value}, `${value.replaceAll('-', ' ')} (${number})`));
  }
  return {key, title, select, used: numbers.size > 1 || select.value};
}).filter(one => one.used);
const search = make('input', {id: 'search', type: 'search', placeholder: 'words, case or source'});
const shown = make('p', {className: 'muted shown'});
shown.setAttribute('role', 'status');
const has = (element, key, value) => !value || (element.dataset[key] || '').split(' ').includes(value);
const apply = () => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = text => wanted.every(word => text.includes(word));
  const set = filters.filter(one => one.select.value);
  const ofCard = set.filter(one => one.key !== 'dialect');
  const ofCase = set.filter(one => one.key === 'dialect');
  const fits = (element, some) => some.every(one => has(element, one.key, one.select.value));
  const isActive = wanted.length > 0 || set.length > 0;
  const visible = new Set();
  let number = 0;
  for (const one of cases) {
    const row = document.getElementById(one.dataset.row);
    const named = !row || found(textOf(row));
    const inside = all('.card', one);
    let some = 0;
    for (const card of inside) {
      const fit = fits(card, ofCard) && (wanted.length === 0 || row && named || found(textOf(card)));
      card.hidden = !fit;
      some += fit;
    }
    number += some;
    const whole = ofCard.length === 0 && (row && named || found(textOf(one)));
    one.hidden = !(fits(one, ofCase) && (some > 0 || whole)) && cases.length > 1;
    if (!one.hidden && row) visible.add(row);
  }
  let listed = 0;
  for (const row of rows) {
    const hasPage = cases.some(one => one.dataset.row === row.id);
    const fit = hasPage ? visible.has(row) : fits(row, set) && found(textOf(row));
    row.hidden = !fit;
    listed += fit;
  }
  for (const body of bodies) {
    const group = body.closest('details');
    if (group && isActive) group.open = all('tr:not([hidden])', body).length > 0;
  }
  const parts = [];
  if (rows.length) parts.push(`${listed} of ${rows.length} cases`);
  if (cards.length) parts.push(`${number} of ${cards.length} citations`);
  shown.textContent = isActive ? parts.join(', ') + ' shown' : '';
};
const reset = () => {
  search.value = '';
  for (const {select} of filters) select.value = '';
  apply();
};
const tools = document.getElementById('tools');
if (tools && (rows.length > 1 || cards.length > 1)) {
  const form = make('div', {className: 'tools'});
  form.setAttribute('role', 'search');
  form.append(make('label', {}, 'Search ', search));
  for (const {title, select} of filters) form.append(make('label', {}, title + ' ', select));
  form.append(make('button', {type: 'button', onclick: reset}, 'Reset'));
  const folds = all('details.case');
  if (folds.length) {
    const fold = open => () => folds.forEach(one => { one.open = open; });
    form.append(make('button', {type: 'button', onclick: fold(true)}, 'Open all'));
    form.append(make('button', {type: 'button', onclick: fold(false)}, 'Close all'));
  }
  form.append(shown, make('p', {className: 'muted keys'},
    'Keys: / search · j k next, previous · n p next, previous problem · [ ] case before, after · u list · Esc reset'));
  tools.append(form);
  let waiting = 0;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, rows.length > 500 ? 120 : 0);
  });
  for (const {select} of filters) select.addEventListener('change', apply);
}

// Sorting by the columns of the index.
for (const table of all('table.cases')) {
  const heads = all('thead th', table);
  heads.forEach((head, column) => {
    const button = make('button', {type: 'button'}, head.textContent);
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') !== 'descending';
      heads.forEach(one => one.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const body = table.tBodies[0];
      const value = row => {
        const text = row.cells[column] ? row.cells[column].textContent : '';
        const number = parseFloat(text);
        return column > 0 && !Number.isNaN(number) ? number : text;
      };
      const keyed = [...body.rows].map(row => [value(row), row]);
      const order = ([a], [b]) => typeof a === 'number' && typeof b === 'number'
        ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
      keyed.sort((a, b) => (down ? -1 : 1) * order(a, b));
      body.append(...keyed.map(([, row]) => row));
    });
  });
}

// The claim stays in view beside its citation.
let current = null;
const follow = () => {
  const top = innerHeight / 3;
  const on = cards.filter(card => !card.hidden && card.checkVisibility()).findLast(
    card => card.getBoundingClientRect().top <= top);
  if (!on || on === current) return;
  if (current) all('.now').forEach(one => one.classList.remove('now'));
  current = on;
  const chip = document.getElementById(on.querySelector('h4 a').hash.slice(1));
  on.classList.add('now');
  if (!chip) return;
  chip.classList.add('now');
  const pane = chip.closest('.response-pane');
  if (!pane || pane.scrollHeight <= pane.clientHeight) return;
  const [at, room] = [chip.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (at.top < room.top + 24 || at.bottom > room.bottom - 24) {
    pane.scrollTop += at.top - room.top - room.height / 3;
  }
};
let asked = false;
addEventListener('scroll', () => {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; follow(); });
}, {passive: true});

// A link into a closed part opens it.
const reveal = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  let closed = false;
  for (let one = target.closest('details'); one; one = one.parentElement.closest('details')) {
    closed = closed || !one.open;
    one.open = true;
  }
  for (let one = target; one; one = one.parentElement) one.hidden = false;
  if (closed) target.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

// Keys.
const go = (list, step) => {
  const stops = list.filter(one => one.checkVisibility());
  const on = document.activeElement;
  const held = stops.findIndex(one => one === on || one.contains(on));
  let next = held + step;
  if (held < 0) {
    const below = stops.findIndex(one => one.getBoundingClientRect().top > 0);
    next = step > 0 ? Math.max(below, 0) : below - 1;
  }
  const stop = stops[next];
  if (!stop) return;
  stop.focus({preventScroll: true});
  stop.scrollIntoView({block: stop.matches('.card') ? 'start' : 'nearest'});
};
const stops = cards.length ? cards : all('.cases tbody a');
const doubtful = cards.length ? all('.card[data-suspect]') : stops;
const follows = key => { const link = document.querySelector(`[data-key="${key}"]`); if (link) link.click(); };
const keys = {
  '/': () => { search.focus(); search.select(); },
  j: () => go(stops, 1), k: () => go(stops, -1),
  n: () => go(doubtful, 1), p: () => go(doubtful, -1),
  '[': () => follows('['), ']': () => follows(']'),
  u: () => follows('u'),
};
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') { reset(); document.activeElement.blur(); return; }
  if (event.target.closest('input, select, textarea')) return;
  const act = keys[event.key];
  if (act && tools) { event.preventDefault(); act(); }
});
})();
