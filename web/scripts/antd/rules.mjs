// Cuts antd's style sheet into one for each component. The sheet is written by antd itself (`dist/antd.css`), so every rule is as
// its run time would make it; only what it says of the values of variables is left out, since those are our theme's.

/** The rules of a sheet, or of what is between the braces of one. */
export function rulesOf(css) {
  const out = [];
  let depth = 0;
  let start = 0;
  let quote = '';
  for (let i = 0; i < css.length; i++) {
    const c = css[i];
    if (quote) {
      if (c === '\\') i++;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) {
      const open = css.indexOf('{', start);
      out.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, i) });
      start = i + 1;
    }
  }
  return out;
}

/** The selectors of a list; commas within brackets and quotes separate nothing. */
export function selectorsOf(head) {
  const out = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < head.length; i++) {
    if (head[i] === '(' || head[i] === '[') depth++;
    else if (head[i] === ')' || head[i] === ']') depth--;
    else if (head[i] === ',' && depth === 0) {
      out.push(head.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...out, head.slice(start).trim()];
}

/** Colours of antd's palette: nothing of ours has one but tags. */
const PALETTE = /^(btn|badge|ribbon|tooltip|popover)$/;
const COLOURED = /-(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)(?![\w])/;

/** Classes of looks and sizes that no page of the console has. `test/antd.test.tsx` keeps the sources from asking for them. */
export const UNUSED =
  /\.ant-(btn-(group|background-ghost|round|circle|variant-filled|status|icon-end|two-chinese-chars|loading-icon-motion|compact)|ribbon|badge-(status|dot|not-a-wrapper)|scroll-number-custom|skeleton-(button|input|image)|segmented-(vertical|shape|thumb)|alert-(banner|motion|close))(?![a-z])|\.ant-btn-loading-icon-motion/;

/** Whose a selector is: the first class of antd in it, `base` for what has none, nothing for what we never show. */
function ownerOf(selector) {
  // No language of ours is written from right to left.
  if (/css-var-|data-ant-cssinjs|-rtl\b/.test(selector) || UNUSED.test(selector.replace(/:not\([^()]*\)/g, '')))
    return undefined;
  const owner = /\.ant-(input-number|[a-z]+)/.exec(selector)?.[1] ?? 'base';
  return PALETTE.test(owner) && COLOURED.test(selector) ? undefined : owner;
}

const write = (head, body) => `${head}{${body}}`;

/** The rules by owner. Keyframes go to all owners that name them. */
export function cut(css) {
  const sheets = new Map();
  const frames = new Map();
  const give = (owner, text) => sheets.set(owner, (sheets.get(owner) ?? '') + text);
  for (const { head, body } of rulesOf(css)) {
    if (head.startsWith('@keyframes')) frames.set(head.slice('@keyframes '.length).trim(), write(head, body));
    else if (head.startsWith('@')) {
      for (const [owner, text] of cut(body)) give(owner, write(head, text));
    } else {
      const of = Map.groupBy
        ? Map.groupBy(selectorsOf(head), ownerOf)
        : selectorsOf(head).reduce((m, s) => m.set(ownerOf(s), [...(m.get(ownerOf(s)) ?? []), s]), new Map());
      for (const [owner, selectors] of of) if (owner) give(owner, write(selectors.join(','), body));
    }
  }
  for (const [owner, text] of sheets) {
    const named = [...frames].filter(([name]) => new RegExp(`animation[^;}]*\\b${name}\\b`).test(text));
    sheets.set(owner, text + named.map(([, frame]) => frame).join(''));
  }
  return sheets;
}

const CLASSES = /\.(ant-[\w-]+)/g;

/** Those rules of a sheet that concern elements with no other classes of antd than the given ones. */
export function only(css, classes) {
  let frames = '';
  const kept = rulesOf(css).map(({ head, body }) => {
    if (head.startsWith('@keyframes')) {
      frames += `\n${write(head, body)}`;
      return '';
    }
    if (head.startsWith('@')) {
      const inside = only(body, classes);
      return inside && write(head, inside);
    }
    const selectors = selectorsOf(head).filter((s) => {
      // What must not be there may be any other.
      const named = [...s.replace(/:not\([^()]*\)/g, '').matchAll(CLASSES)].map((m) => m[1]);
      return named.length > 0 && named.every((name) => classes.has(name));
    });
    return selectors.length > 0 ? write(selectors.join(','), body) : '';
  });
  const text = kept.join('');
  const named = frames.split('\n').filter((f) => {
    const name = /^@keyframes\s+([\w-]+)/.exec(f)?.[1];
    return name && new RegExp(`animation[^;}]*\\b${name}\\b`).test(text);
  });
  return text + named.join('');
}

/** The variables that a text reads. */
export function variablesIn(css) {
  return new Set([...css.matchAll(/var\((--ant-[\w-]+)/g)].map((m) => m[1]));
}
