import { isEnter } from '@/lib/input/keys';

/** Buttons that do something: a form's, a question's, a payment's. Steppers, pagers and calendars are pressed quickly on purpose. */
const DOES = '.ant-btn-primary, .ant-btn-dangerous, [type="submit"]';
/** Milliseconds within which a second Enter belongs to the first, as the second click of a double click does. */
const DOUBLE = 400;

const doing = (e: Event) => (e.target instanceof Element ? e.target.closest(DOES) : null);

/**
 * Keeps the second click of a double click, and the second of two quick Enters, from the buttons that do something. The first may have
 * been answered already, or have put another button under the pointer or into focus: a question would be answered unread.
 */
export function ignoreSecondClicks(): () => void {
  let last: { at: number; on: EventTarget | null } = { at: Number.NEGATIVE_INFINITY, on: null };
  const stop = (e: Event) => {
    e.preventDefault();
    e.stopPropagation();
  };
  const click = (e: MouseEvent) => {
    if (e.detail >= 2 && doing(e)) stop(e);
  };
  const enter = (e: KeyboardEvent) => {
    if (!isEnter(e)) return;
    const quick = e.timeStamp - last.at < DOUBLE && e.target !== last.on;
    last = { at: e.timeStamp, on: quick ? last.on : e.target };
    if ((quick || e.repeat) && doing(e)) stop(e);
  };
  document.addEventListener('click', click, true);
  document.addEventListener('keydown', enter, true);
  return () => {
    document.removeEventListener('click', click, true);
    document.removeEventListener('keydown', enter, true);
  };
}
