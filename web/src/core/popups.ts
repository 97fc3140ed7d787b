/** Going back can leave a page whose dropdown or calendar is open; losing the focus closes it before the page is hidden. */
if (typeof window !== 'undefined') {
  window.addEventListener(
    'popstate',
    () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    },
    { capture: true },
  );
}

export {};
