// jsdom has no popovers: they are shown where they stand, with the browser's events, focus and light dismiss.

const layers: { el: HTMLElement; before: Element | null }[] = [];

function tell(el: HTMLElement, type: 'beforetoggle' | 'toggle', newState: 'open' | 'closed') {
  el.dispatchEvent(Object.assign(new Event(type), { newState }));
}
HTMLElement.prototype.showPopover = function show() {
  tell(this, 'beforetoggle', 'open');
  layers.push({ el: this, before: document.activeElement });
  this.style.display = 'block';
  setTimeout(() => tell(this, 'toggle', 'open'));
};
HTMLElement.prototype.hidePopover = function hide() {
  const i = layers.findIndex((l) => l.el === this);
  if (i < 0) return;
  const [layer] = layers.splice(i, 1);
  tell(this, 'beforetoggle', 'closed');
  const inside = this.contains(document.activeElement);
  this.style.display = 'none';
  if (inside && layer?.before instanceof HTMLElement) layer.before.focus();
  tell(this, 'toggle', 'closed');
};

const automatic = () => layers.map((l) => l.el).filter((el) => el.isConnected && el.getAttribute('popover') === 'auto');

window.addEventListener('click', (e) => {
  const button = (e.target as Element).closest?.('[popovertarget]');
  const el = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (!button || !el || e.defaultPrevented) return;
  if (!layers.some((l) => l.el === el)) el.showPopover();
  else if (button.getAttribute('popovertargetaction') !== 'show') el.hidePopover();
});
window.addEventListener('pointerdown', (e) => {
  const target = e.target as Element;
  const invoked = target.closest?.('[popovertarget]')?.getAttribute('popovertarget');
  for (const el of automatic()) if (!el.contains(target) && el.id !== invoked) el.hidePopover();
});
window.addEventListener('keydown', (e) => e.key === 'Escape' && automatic().at(-1)?.hidePopover(), true);
