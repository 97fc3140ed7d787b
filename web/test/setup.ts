import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

configure({ asyncUtilTimeout: 20_000 });
beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

// antd needs what jsdom does not have.
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
// Neither is there a top layer: what is shown in it is shown where it stands.
HTMLElement.prototype.showPopover = function show() {
  this.removeAttribute('popover');
};
HTMLElement.prototype.hidePopover = () => {};
globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
window.scrollTo = () => {};
const computed = window.getComputedStyle.bind(window);
window.getComputedStyle = (el: Element) => computed(el); // its second argument is not implemented
