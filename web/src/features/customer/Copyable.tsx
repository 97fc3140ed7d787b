import { Identifier } from '@/kit/cell/Identifier';
import css from './customer.module.css';

/** A contact of the customer in the font of the page, with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  return (
    <span className={css.copyable}>
      <Identifier text={text} />
    </span>
  );
}
