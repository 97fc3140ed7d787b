/** Closes an open dropdown or calendar when going back hides its page: it closes when the focus is lost. */
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
