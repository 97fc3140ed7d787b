import { RightOutlined } from '@ant-design/icons';
import { Form } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { leadOf } from './fieldErrors';
import css from './fold.module.css';

type Props = {
  title: string;
  /** The fields inside. One that has a value, or is wrong, opens the fold. */
  fields: readonly string[];
  children: ReactNode;
};

/** Fields that few need, behind their title. */
export function Fold({ title, fields, children }: Props) {
  const id = useId();
  const form = Form.useFormInstance();
  const filled = Form.useWatch((all) => fields.some((name) => Boolean(all?.[name])), form);
  const [chosen, choose] = useState<boolean>();
  if (filled && chosen === undefined) choose(true); // it stays open when its last value is deleted
  const open = chosen ?? false;
  useEffect(() =>
    leadOf(form as never, (field) => {
      // It is rendered synchronously, because hidden fields cannot be scrolled to.
      if (fields.includes(field)) flushSync(() => choose(true));
    }),
  );
  return (
    <div className={css.fold}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => choose(!open)}>
        <RightOutlined aria-hidden rotate={open ? 90 : 0} /> {title}
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
