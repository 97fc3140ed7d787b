/** Buttons that do something: a form's, a question's, a payment's. Steppers, pagers and calendars are pressed quickly on purpose. */
const DOES = '.ant-btn-primary, .ant-btn-dangerous, [type="submit"]';

/**
 * Keeps the second click of a double click from the buttons that do something. The first may have been answered already, or have
 * put another button under the pointer.
 */
export function ignoreSecondClicks(): () => void {
  const second = (e: MouseEvent) => {
    if (e.detail < 2 || !(e.target instanceof Element) || !e.target.closest(DOES)) return;
    e.preventDefault();
    e.stopPropagation();
  };
  document.addEventListener('click', second, true);
  return () => document.removeEventListener('click', second, true);
}
