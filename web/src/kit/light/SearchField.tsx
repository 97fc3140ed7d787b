import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import useButtonStyle from 'antd/es/button/style';
import useInputStyle, { useSharedStyle } from 'antd/es/input/style';
import useCompactStyle from 'antd/es/space/style';
import { type ReactNode, useRef, useState } from 'react';

type Props = {
  label: string;
  value: string | undefined;
  number: boolean;
  className: string | undefined;
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
  useInputStyle('ant-input', 'ant-input-css-var');
  useSharedStyle('ant-input', 'ant-input-css-var');
  return (
    <span className={`ant-input-affix-wrapper ant-input-outlined css-var-root ant-input-css-var ${className}`}>
      {children}
      {suffix && <span className="ant-input-suffix">{suffix}</span>}
    </span>
  );
}

/** A text that is searched for with Enter or its button; antd's elements, without its code. */
export function SearchField({ label, value, number, className = '', onSearch }: Props) {
  useButtonStyle('ant-btn');
  useInputStyle('ant-input', 'ant-input-css-var');
  useSharedStyle('ant-input', 'ant-input-css-var');
  useCompactStyle('ant-space');
  const [text, setText] = useState(value ?? '');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={`ant-space-compact ant-input-search css-var-root ${className}`}>
      <span className="ant-input-affix-wrapper ant-input-outlined css-var-root ant-input-css-var ant-input-compact-item ant-input-compact-first-item">
        <input
          ref={input}
          aria-label={label}
          placeholder={label}
          className="ant-input"
          type="search"
          inputMode={number ? 'numeric' : undefined}
          value={text}
          onChange={(e) => setText(e.target.value)}
          onKeyDown={(e) => e.key === 'Enter' && !e.nativeEvent.isComposing && onSearch(text)}
        />
        <span className="ant-input-suffix">
          <button
            type="button"
            className={`ant-input-clear-icon ${text ? '' : 'ant-input-clear-icon-hidden'}`}
            onClick={() => {
              setText('');
              onSearch('');
              input.current?.focus();
            }}
          >
            <CloseCircleFilled />
          </button>
        </span>
      </span>
      <button
        type="button"
        className="ant-btn css-var-root ant-btn-default ant-btn-color-default ant-btn-variant-outlined ant-btn-icon-only ant-btn-compact-item ant-btn-compact-last-item ant-input-search-btn"
        onClick={() => onSearch(text)}
      >
        <span className="ant-btn-icon">
          <SearchOutlined />
        </span>
      </button>
    </div>
  );
}
