// What antd and the console need of a browser and jsdom does not have.
import './popovers';

Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  }),
});
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;
window.scrollTo = () => {};

/** Returns the part of the document that jsdom replaces whenever a style may have changed. */
function styleCache(): object {
  const symbol = Object.getOwnPropertySymbols(document).find((s) => s.description === 'impl') as symbol;
  return (document as unknown as Record<symbol, { _styleCache: object }>)[symbol]?._styleCache as object;
}

/** Computed styles by element, for the present state of the document. */
let styles = new WeakMap<Element, CSSStyleDeclaration>();
let present = styleCache();
const computed = window.getComputedStyle.bind(window);
// jsdom copies the style at each call and resolves inherited values for the copy: half of the time of all tests.
window.getComputedStyle = (el: Element) => {
  if (present !== styleCache()) {
    present = styleCache();
    styles = new WeakMap();
  }
  const style = styles.get(el) ?? computed(el); // jsdom does not implement the second argument
  styles.set(el, style);
  return style;
};
