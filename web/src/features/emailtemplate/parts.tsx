import { CloseOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { NumberInput } from '@/kit/input/NumberInput';
import { withScheme } from '@/lib/input/pasted';
import css from './fields.module.css';
import { InsertPlaceholder } from './InsertPlaceholder';
import { Labelled } from './Labelled';

type NumberProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

/** A whole number; one outside of its bounds is not taken. */
export function NumberOf({ label, value, min, max, onChange }: NumberProps) {
  const t = useTranslations('emaileditor');
  return (
    <Labelled label={label}>
      <NumberInput
        value={value}
        min={min}
        max={max}
        title={t('bounds', { min, max })}
        onChange={(n) => n !== null && Number.isInteger(n) && n >= min && n <= max && onChange(n)}
      />
    </Labelled>
  );
}

type ColorProps = { label: string; value?: string; standard: string; onChange: (value: string | undefined) => void };
const HEX = /^#[0-9a-f]{6}$/i;

/** A colour, by the browser's picker or as #rrggbb; without one the standard holds. */
export function ColorOf({ label, value, standard, onChange }: ColorProps) {
  const t = useTranslations('emaileditor');
  const text = value ?? '';
  const typed = (to: string) => {
    const hex = to && !to.startsWith('#') ? `#${to}` : to;
    if (hex === '') onChange(undefined);
    else if (HEX.test(hex)) onChange(hex.toLowerCase());
  };
  return (
    <Labelled label={label}>
      <span className={css.color}>
        <input
          type="color"
          aria-label={t('pickColor', { name: label })}
          value={HEX.test(text || standard) ? text || standard : '#ffffff'}
          onChange={(e) => onChange(e.target.value)}
        />
        <Input
          key={text}
          aria-label={label}
          defaultValue={text}
          placeholder={standard || t('noColor')}
          maxLength={7}
          onChange={(e) => HEX.test(e.target.value) && typed(e.target.value)}
          onBlur={(e) => typed(e.target.value.trim())}
        />
        {value && (
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={t('clearColor', { name: label })}
            onClick={() => onChange(undefined)}
          />
        )}
      </span>
    </Labelled>
  );
}

type TextProps = {
  label: string;
  hint?: string;
  value: string;
  max: number;
  /** An address gets its scheme when the field is left. */
  url?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
};

/** A text in which placeholders can be put. */
export function TextOf({ label, hint, value, max, url = false, onChange, ...rest }: TextProps) {
  const input = useRef<InputRef>(null);
  const put = (text: string) => {
    const el = input.current?.input;
    const at = el?.selectionStart ?? value.length;
    onChange((value.slice(0, at) + text + value.slice(el?.selectionEnd ?? at)).slice(0, max));
  };
  const id = useId();
  return (
    <div className={css.labelled}>
      <label htmlFor={id}>{label}</label>
      <span className={css.withTool}>
        <Input
          {...rest}
          id={id}
          ref={input}
          value={value}
          maxLength={max}
          autoComplete="off"
          inputMode={url ? 'url' : undefined}
          spellCheck={!url}
          onChange={(e) => onChange(e.target.value)}
          onBlur={() => url && withScheme(value) !== value && onChange(withScheme(value))}
        />
        <InsertPlaceholder onInsert={put} />
      </span>
      {hint && <small>{hint}</small>}
    </div>
  );
}
