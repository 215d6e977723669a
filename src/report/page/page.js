// The page about a run: what the checker recorded is in the element "data"; nothing is loaded, and nothing is guessed.
'use strict';
const run = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const ROW = 22, LINES = 200;
// The numbers and places before the lanes; what the last lane needs. A row has one text, which may go on over the lanes to its right.
const BEFORE = 196, TEXT = 330, SEEN = 180;
const PLACE = 18;  // characters
let bug = null, rows = [], now = 0, lane = 220;

const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const color = (thread) => 't' + thread % 8;
const threadName = (id) => {
  const thread = bug.threads.find((one) => one.id === id);
  return 'T' + id + (thread && thread.name ? ' ' + thread.name : '');
};
// Of a long name the beginning: the line must be seen.
const position = (frame) => {
  if (!frame || !frame.file) return '';
  const name = frame.file.slice(frame.file.lastIndexOf('/') + 1), line = frame.line ? ':' + frame.line : '';
  return (name.length + line.length <= PLACE ? name : name.slice(0, PLACE - line.length - 1) + '…') + line;
};
const frameOf = (entry) => bug.frames[entry.at];

// The rows of a list: steps, and accesses to memory between them.
function rowsOf(steps, memory, options) {
  const result = [];
  let next = 0;
  const addMemory = (count) => {
    for (; next < memory.length && memory[next].after <= count; next++)
      if (options.memory && memory[next].what) result.push({memory: memory[next], thread: memory[next].thread, step: Math.max(0, count - 1)});
  };
  steps.forEach((step, k) => {
    addMemory(k);
    if (options.own || !step.own) result.push({entry: step, thread: step.thread, step: k});
  });
  addMemory(steps.length);
  return result;
}

function fill(list, steps, shown, isPassing) {
  const threads = [...new Set(bug.threads.map((one) => one.id).concat(steps.map((one) => one.thread)))].sort((a, b) => a - b);
  const place = new Map(threads.map((id, k) => [id, BEFORE + k * lane]));
  const width = Math.max(list.clientWidth, BEFORE + (threads.length - 1) * lane + TEXT);
  const head = list.querySelector('h2'), body = list.querySelector('.rows');
  head.textContent = '';
  body.textContent = '';
  head.style.width = width + 'px';
  for (const id of threads) {
    const name = make('span', color(id), threadName(id));
    name.style.left = place.get(id) + 12 + 'px';
    name.style.width = (id === threads[threads.length - 1] ? TEXT : lane) - 16 + 'px';
    name.title = name.textContent;
    head.append(name);
  }
  const rowOf = new Map();
  const fragment = document.createDocumentFragment();
  shown.forEach((row, k) => {
    const entry = row.entry || row.memory;
    const element = make('div', 'step' + (row.memory ? ' memory' : '') + (entry.races ? ' races' : '') + (entry.fails ? ' fails' : ''));
    element.style.top = k * ROW + 'px';
    element.append(make('b', '', row.entry ? String(row.entry.number) : ''), make('i', '', position(frameOf(entry))));
    const cell = make('span', color(row.thread), entry.what);
    cell.style.left = place.get(row.thread) + 'px';
    cell.style.width = width - place.get(row.thread) - 8 + 'px';
    cell.title = entry.what;
    element.append(cell);
    element.dataset.row = k;
    if (row.entry && !row.entry.fails) {
      element.id = (isPassing ? 'passing-' : 'step-') + row.entry.number;
      rowOf.set(row.step, k);
      if (!isPassing && bug.decides.includes(row.entry.number)) element.classList.add('decides');
    }
    row.element = element;
    fragment.append(element);
  });
  body.append(fragment);
  body.style.height = shown.length * ROW + 8 + 'px';
  body.style.width = width + 'px';
  drawArrows(body, steps, rowOf, place);
}

// An arrow for each recorded pair; those with a row that is folded are left out.
function drawArrows(body, steps, rowOf, place) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('class', 'arrows');
  const paths = document.createDocumentFragment();
  steps.forEach((step, k) => {
    for (const before of step.follows) {
      if (!rowOf.has(k) || !rowOf.has(before)) continue;
      const x1 = place.get(steps[before].thread) + 5, y1 = rowOf.get(before) * ROW + 11;
      const x2 = place.get(step.thread) + 5, y2 = rowOf.get(k) * ROW + 11;
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      const bend = Math.min(40, 8 + (y2 - y1) / 6);
      path.setAttribute('d', `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}m-3-5l3 5l3-5`);
      path.dataset.from = steps[before].number;
      path.dataset.to = step.number;
      paths.append(path);
    }
  });
  picture.append(paths);
  body.append(picture);
}

// What is known after so many steps: values, locks and where threads are.
function stateAt(row) {
  const values = new Map(), locks = new Map(), places = new Map();
  for (let k = 0; k <= row && k < rows.length; k++) {
    const {entry, memory, thread} = rows[k];
    const it = entry || memory;
    if (it.after !== undefined && it.object !== undefined && it.value !== undefined) {
      const name = bug.objects[it.object].name, known = values.get(name), reads = it.value === it.before;
      values.set(name, {value: it.value, thread: reads ? known && known.thread : thread, changed: k === row && !reads});
    }
    if (entry && entry.locks) locks.set(thread, entry.locks);
    if (it.at >= 0) places.set(thread, it.at);
  }
  return {values, locks, places};
}

function showSource(at, places) {
  const frame = bug.frames[at], box = $('source');
  box.textContent = '';
  $('file').textContent = frame && frame.file ? frame.file + ':' + frame.line : 'no source';
  const lines = frame && run.sources[frame.file];
  if (!lines) return;
  const first = Math.max(0, frame.line - LINES), last = Math.min(lines.length, frame.line + LINES);
  for (let k = first; k < last; k++) {
    const line = make('div', k + 1 === frame.line ? 'now' : '');
    line.append(make('u', '', String(k + 1)));
    const marks = make('em');
    for (const [thread, place] of places) {
      const other = bug.frames[place];
      if (other.file === frame.file && other.line === k + 1) marks.append(make('span', color(thread), 'T' + thread + ' '));
    }
    line.append(marks, lines[k]);
    box.append(line);
  }
  box.scrollTop = Math.max(0, (frame.line - 1 - first - 6) * 18);
}

function table(id, head, lines) {
  const box = $(id);
  box.textContent = '';
  if (!lines.length) return box.append(make('p', 'faint', 'nothing'));
  const element = make('table'), top = make('tr');
  head.forEach((text) => top.append(make('th', '', text)));
  element.append(top);
  for (const {cells, changed, thread} of lines) {
    const line = make('tr', changed ? 'changed' : '');
    cells.forEach((text, k) => line.append(make('td', k === 0 && thread !== undefined ? color(thread) : '', text)));
    element.append(line);
  }
  box.append(element);
}

// Frames of libraries are folded into one line, which opens.
function showStack(ids) {
  const stack = $('stack'), frames = ids.map((id) => bug.frames[id]);
  stack.textContent = '';
  const line = (k) => {
    const frame = frames[k], element = make('li', frame.library ? 'library' : '', (frame.function || '?') + (frame.file ? ' at ' + frame.file + ':' + frame.line : ''));
    element.value = k + 1;
    return element;
  };
  const folds = frames.some((frame) => !frame.library);
  for (let k = 0, next = 0; k < frames.length; k = next) {
    for (next = k + 1; folds && frames[k].library && next < frames.length && frames[next].library;) next++;
    if (next - k === 1) {
      stack.append(line(k));
      continue;
    }
    const all = [...Array(next - k).keys()].map((one) => line(k + one));
    const folded = make('li', 'library folded', `${next - k} frames of libraries`);
    folded.value = k + 1;
    folded.title = 'click to see them';
    folded.addEventListener('click', () => folded.replaceWith(...all));
    stack.append(folded);
  }
}

function show(row, keepScroll) {
  if (!rows.length) return;
  now = Math.max(0, Math.min(row, rows.length - 1));
  document.querySelectorAll('.step.now, .arrows path.now').forEach((one) => one.classList.remove('now'));
  const {element, entry, memory, thread, step} = rows[now];
  element.classList.add('now');
  const list = $('failing'), top = now * ROW;
  if (!keepScroll && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 4 * ROW)) list.scrollTop = top - list.clientHeight / 2;
  const cell = element.querySelector('span'), right = cell.offsetLeft + Math.min(SEEN, cell.offsetWidth);
  if (!keepScroll && list.scrollWidth > list.clientWidth) list.scrollLeft = Math.max(0, right - list.clientWidth);
  if (entry) document.querySelectorAll(`#failing path[data-to="${entry.number}"], #failing path[data-from="${entry.number}"]`).forEach((one) => one.classList.add('now'));
  $('slider').value = now;
  $('where').textContent = entry && !entry.fails ? `step ${entry.number} of ${bug.count}` : memory ? `after step ${bug.steps[step] ? bug.steps[step].number : 0}` : 'the end';
  const state = stateAt(now), it = entry || memory;
  showSource(it.at, state.places);
  table('values', ['', 'value', 'written by'], [...state.values].map(([name, known]) => ({cells: [name, known.value, known.thread === undefined ? '' : 'T' + known.thread], changed: known.changed})));
  table('locks', ['thread', 'holds'], [...state.locks].filter(([, held]) => held.length).map(([id, held]) => ({cells: [threadName(id), held.map((lock) => bug.objects[lock].name).join(', ')], thread: id})));
  showStack(it.stack || []);
  $('who').textContent = threadName(thread);
  if (entry && !entry.fails) history.replaceState(null, '', '#step-' + entry.number);
}

function layOut() {
  const kept = rows[now] && (rows[now].entry || rows[now].memory);
  const threads = Math.max(1, bug.threads.length);
  document.querySelector('.left').classList.toggle('wide', threads > 4);
  const passing = $('passing');
  passing.hidden = !(bug.passing && $('beside').checked);
  document.querySelector('.left').classList.toggle('both', !passing.hidden);
  lane = Math.max(62, Math.min(TEXT, Math.floor(($('failing').clientWidth - BEFORE - TEXT) / Math.max(1, threads - 1))));
  rows = rowsOf(bug.steps, bug.memory, {own: $('own').checked, memory: $('plain').checked});
  bug.ends.forEach((end) => rows.push({entry: end, thread: end.thread, step: bug.steps.length}));
  fill($('failing'), bug.steps, rows, false);
  if (!passing.hidden) fill(passing, bug.passing, rowsOf(bug.passing, [], {own: $('own').checked}), true);
  $('slider').max = rows.length - 1;
  const place = rows.findIndex((row) => (row.entry || row.memory) === kept);
  show(place < 0 ? rows.length - 1 : place);
}

function lines(id, texts) {
  $(id).textContent = '';
  texts.filter(Boolean).forEach((text) => $(id).append(make('p', '', text)));
}

function choose(number) {
  bug = run.bugs[number];
  now = 0;
  rows = [];
  $('title').textContent = bug.summary;
  $('title').className = 'bug';
  lines('story', [bug.explanation && 'What happened: ' + bug.explanation, bug.values && 'The values: ' + bug.values, bug.difference && 'The difference: ' + bug.difference]);
  lines('more', [].concat(bug.waiting, bug.legend, bug.inputs, bug.advice ? [bug.advice] : [], bug.replay ? ['Replay: ' + bug.replay] : []));
  $('besideLabel').hidden = !bug.passing;
  layOut();
  const wanted = /^#step-(\d+)$/.exec(location.hash);
  const place = wanted ? rows.findIndex((row) => row.entry && row.entry.number === Number(wanted[1])) : -1;
  show(place < 0 ? rows.length - 1 : place);
}

const moves = {
  ArrowDown: () => now + 1, j: () => now + 1, ArrowUp: () => now - 1, k: () => now - 1,
  Home: () => 0, End: () => rows.length - 1, PageDown: () => now + 20, PageUp: () => now - 20,
  n: () => { let at = now; while (at < rows.length - 1 && rows[at].thread === rows[now].thread) at++; return at; },
  p: () => { let at = now; while (at > 0 && rows[at].thread === rows[now].thread) at--; return at; },
};

function begin() {
  const theme = (dark) => { document.documentElement.dataset.theme = dark ? 'dark' : 'light'; };
  const wish = window.matchMedia('(prefers-color-scheme: dark)');
  theme(wish.matches);
  wish.addEventListener('change', () => theme(wish.matches));
  $('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme !== 'dark'));
  document.title = 'mazurka: ' + run.summary;
  lines('figures', [run.figures, run.explored]);
  if (!run.bugs.length) {
    $('title').textContent = run.summary;
    $('title').className = run.verdict;
    document.querySelector('main').hidden = document.querySelector('nav').hidden = true;
    document.body.dataset.ready = 'yes';
    return;
  }
  const select = $('bugs');
  run.bugs.forEach((one, k) => { const option = make('option', '', `bug ${k + 1}: ${one.summary.slice(0, 80)}`); option.value = k; select.append(option); });
  select.hidden = run.bugs.length < 2;
  select.addEventListener('change', () => choose(Number(select.value)));
  for (const id of ['own', 'plain', 'beside']) $(id).addEventListener('change', layOut);
  $('slider').addEventListener('input', () => show(Number($('slider').value)));
  $('failing').addEventListener('click', (event) => {
    const row = event.target.closest('.step');
    if (row) show(Number(row.dataset.row), true);
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT' || !moves[event.key]) return;
    event.preventDefault();
    show(moves[event.key]());
  });
  window.addEventListener('hashchange', () => choose(run.bugs.indexOf(bug)));
  window.addEventListener('resize', layOut);
  choose(0);
  document.documentElement.style.setProperty('--top', document.querySelector('main').offsetTop + 'px');
  document.body.dataset.ready = 'yes';
}
begin();
