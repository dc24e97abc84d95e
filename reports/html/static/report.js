// The script of the conformance report: filters in the URL fragment, links into folded entries,
// copying, unfolding for print. It sets text and attributes, never markup.

const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const bar = document.getElementById('filters');
const form = bar.querySelector('form');
const names = ['text', 'outcome', 'level', 'area', 'group', 'endpoint'];
const options = [...form.elements.endpoint.options].slice(1);
const areas = options.map((option) => option.dataset.area);
const numbers = new Map(options.map((option, at) => [option.value, String(at)]));
const entries = all('.filtered').map((element) => ({
  element,
  kind: element.matches('.finding')
    ? 'findings'
    : element.matches('.requirement')
      ? 'requirements'
      : 'observations',
  outcomes: element.dataset.outcome.split(' '),
  level: element.dataset.level,
  area: element.dataset.area,
  group: element.dataset.group,
  places: element.dataset.places
    .split(' ')
    .filter(Boolean)
    .map((place) => place.split(':')),
  text: undefined,
}));

function textOf(entry) {
  entry.text ??= entry.element.textContent.toLowerCase();
  return entry.text;
}

function fits(entry, by) {
  if (by.level && entry.level !== by.level) return false;
  if (by.group && entry.group !== by.group) return false;
  if (by.text && !textOf(entry).includes(by.text.trim().toLowerCase())) return false;
  const hasOutcome = !by.outcome || entry.outcomes.includes(by.outcome);
  if (!by.endpoint && (!by.area || entry.area === by.area)) return hasOutcome;
  return entry.places.some(
    ([number, outcome]) =>
      (!by.endpoint || number === numbers.get(by.endpoint)) &&
      (!by.area || entry.area === by.area || areas[number] === by.area) &&
      (!by.outcome || outcome === by.outcome || entry.outcomes[1] === by.outcome),
  );
}

function chosen() {
  return Object.fromEntries(names.map((name) => [name, form.elements[name].value]));
}

function show() {
  const by = chosen();
  const left = { findings: [0, 0], requirements: [0, 0], observations: [0, 0] };
  for (const entry of entries) {
    const isShown = fits(entry, by);
    entry.element.hidden = !isShown;
    left[entry.kind][0] += isShown ? 1 : 0;
    left[entry.kind][1] += 1;
  }
  for (const group of all('.filtered-group')) {
    group.hidden = !group.querySelector('.filtered:not([hidden])');
  }
  for (const none of all('.none')) {
    const held = all('.filtered', none.parentElement);
    none.hidden = held.length === 0 || held.some((element) => !element.hidden);
  }
  const isFiltered = names.some((name) => by[name] !== '');
  bar.classList.toggle('active', isFiltered);
  const words = Object.entries(left).filter(([, [, of]]) => of > 0);
  document.getElementById('filtered').textContent = isFiltered
    ? `Shown: ${words.map(([kind, [some, of]]) => `${some} of ${of} ${kind}`).join(', ')}`
    : '';
}

function choose(search) {
  const by = new URLSearchParams(search);
  for (const name of names) {
    const control = form.elements[name];
    control.value = by.get(name) ?? '';
    if (control.selectedIndex === -1) control.value = '';
  }
  show();
}

function remember() {
  const by = Object.entries(chosen()).filter(([, value]) => value !== '');
  const hash = by.length === 0 ? '' : `#?${new URLSearchParams(by)}`;
  history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
}

function reveal(id) {
  const target = document.getElementById(id);
  if (!target) return;
  if (target.closest('[hidden]')) choose('');
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (target.matches('.finding')) for (const one of all('details', target)) one.open = true;
  target.scrollIntoView();
  if (!target.matches('a, button, input, select, summary, [tabindex]')) target.tabIndex = -1;
  (target.tagName === 'DETAILS' ? target.querySelector('summary') : target).focus({
    preventScroll: true,
  });
}

function follow() {
  const hash = location.hash.slice(1);
  if (hash.startsWith('?')) {
    choose(hash);
    const first = entries.find(({ element }) => !element.hidden);
    (first ? first.element.closest('main > section') : bar).scrollIntoView();
    return;
  }
  if (hash === '') {
    choose('');
    return;
  }
  try {
    reveal(decodeURIComponent(hash));
  } catch {
    // The fragment is malformed: stay at the top of the page.
  }
}

function unfold(isOpen) {
  for (const one of all('main details')) one.open = isOpen;
}

async function copy(button) {
  const code = button.parentElement.querySelector('code');
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    if (!document.execCommand('copy')) return;
  }
  button.textContent = 'Copied';
  document.getElementById('filtered').textContent = button
    .getAttribute('aria-label')
    .replace('Copy', 'Copied');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

bar.hidden = false;
for (const button of all('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}
for (const link of all('[data-filter]')) link.setAttribute('href', link.dataset.filter);
form.addEventListener('input', () => {
  show();
  remember();
});
form.addEventListener('reset', () => {
  setTimeout(() => {
    show();
    remember();
  });
});
form.addEventListener('submit', (event) => event.preventDefault());
const toggle = document.getElementById('unfold');
toggle.addEventListener('click', () => {
  const isOpen = toggle.getAttribute('aria-pressed') !== 'true';
  toggle.setAttribute('aria-pressed', String(isOpen));
  unfold(isOpen);
});
// A link to the current fragment fires no hashchange event, but its target may be folded again.
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();
});
addEventListener('hashchange', follow);
let folded = [];
addEventListener('beforeprint', () => {
  folded = all('main details:not([open])');
  unfold(true);
});
addEventListener('afterprint', () => {
  for (const one of folded) one.open = false;
});
show();
follow();
