import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { isEnter } from '@/lib/input/keys';
import css from './ui.module.css';

type Props = {
  label: string;
  value: string | undefined;
  number: boolean;
  className: string | undefined;
  /** The user has just asked for the field. */
  autoFocus?: boolean;
  onSearch: (text: string) => void;
};

/** The look of a field around an input. */
export function FieldLook({
  className = '',
  suffix,
  children,
}: {
  className?: string;
  suffix?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={`ant-input-affix-wrapper ant-input-outlined css-var-root ant-input-css-var ${className}`}>
      {children}
      {suffix && <span className="ant-input-suffix">{suffix}</span>}
    </span>
  );
}

/** A text that is searched for with Enter or its sign; antd's elements, without its code. */
export function SearchField({ label, value, number, className = '', autoFocus, onSearch }: Props) {
  const t = useTranslations('table');
  const [text, setText] = useState(value ?? '');
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    setText('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <FieldLook
      className={`${css.found} ${className}`}
      suffix={
        <>
          <button
            type="button"
            className={`ant-input-clear-icon ${text ? '' : 'ant-input-clear-icon-hidden'}`}
            aria-label={t('clearSearch', { name: label })}
            onClick={clear}
          >
            <CloseCircleFilled aria-hidden />
          </button>
          <button
            type="button"
            className={css.find}
            aria-label={t('search', { name: label })}
            onClick={() => onSearch(text)}
          >
            <SearchOutlined aria-hidden />
          </button>
        </>
      }
    >
      <input
        ref={input}
        aria-label={label}
        placeholder={label}
        className="ant-input"
        type="search"
        // biome-ignore lint/a11y/noAutofocus: where it is set, the user has just asked for the field
        autoFocus={autoFocus}
        enterKeyHint="search"
        inputMode={number ? 'numeric' : undefined}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => isEnter(e) && onSearch(text)}
      />
    </FieldLook>
  );
}
