import { DownOutlined } from '@ant-design/icons';
import type { SelectProps } from 'antd';
import { Suspense, useRef } from 'react';
import { type LazyModule, lazyModule } from '@/lib/router/lazyModule';
import { type OpenControl, useLazyControl } from './useLazyControl';

// antd's select is a tenth of a list's code, and most visits choose nothing.
const AntdSelect = lazyModule(() => import('./AntdSelect'), ['antd']) as LazyModule<SelectProps>;

type Props<V> = Omit<SelectProps<V>, 'placeholder'> & {
  label: string;
  /** Placeholder text; the label when omitted. */
  placeholder?: string;
  /** The text of its value, where it is known without the options. */
  shown?: string;
};

/** A select whose code loads when the user focuses it, or when it has a value that only the options can name. */
export function LazySelect<V>({ label, placeholder = label, shown, ...of }: Props<V>) {
  const [wanted, want] = useLazyControl(AntdSelect);
  const stand = (
    <SelectPlaceholder
      {...{ label, placeholder, shown }}
      className={of.className}
      search={Boolean(of.showSearch)}
      multiple={of.mode === 'multiple'}
      onWanted={want}
    />
  );
  const has = of.value !== undefined && of.value !== null && !(Array.isArray(of.value) && of.value.length === 0);
  if (!wanted && (!has || shown !== undefined)) return stand;
  return (
    <Suspense fallback={stand}>
      <AntdSelect
        {...(of as SelectProps)}
        aria-label={label}
        placeholder={placeholder}
        autoFocus={wanted !== undefined}
        defaultOpen={wanted === 'open'}
      />
    </Suspense>
  );
}

type SelectPlaceholderProps = {
  label: string;
  placeholder: string;
  shown: string | undefined;
  className: string | undefined;
  search: boolean;
  multiple: boolean;
  onWanted: OpenControl;
};

/** A closed select before antd's code has loaded. */
function SelectPlaceholder({
  label,
  placeholder,
  shown,
  className = '',
  search,
  multiple,
  onWanted,
}: SelectPlaceholderProps) {
  // A press opens it when it ends: until then the browser looks for what was pressed.
  const pressed = useRef(false);
  const input = (
    <input
      aria-label={label}
      className="ant-select-input"
      role="combobox"
      aria-expanded="false"
      aria-haspopup="listbox"
      aria-autocomplete="list"
      autoComplete="off"
      type="text"
      readOnly
      value=""
      onFocus={(e) => !pressed.current && onWanted('focus', e.currentTarget)}
    />
  );
  const hint = <div className="ant-select-placeholder">{placeholder}</div>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input within is the control
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the input, which then is the select itself
    <div
      className={`ant-select ant-select-outlined css-var-root ant-select-css-var ${multiple ? 'ant-select-multiple' : 'ant-select-single'} ant-select-show-arrow ${search ? 'ant-select-show-search' : ''} ${className}`}
      onPointerEnter={() => void AntdSelect.preload().catch(() => {})}
      onPointerDown={() => {
        pressed.current = true;
      }}
      onClick={() => onWanted('open')}
    >
      {multiple ? (
        <div className="ant-select-content">
          <div className="ant-select-content-item ant-select-content-item-prefix" style={{ order: -1 }}>
            {hint}
          </div>
          <div className="ant-select-content-item ant-select-content-item-suffix" style={{ order: 0 }}>
            {input}
          </div>
        </div>
      ) : (
        <div className={`ant-select-content ${shown ? 'ant-select-content-has-value' : ''}`} title={shown}>
          {shown ?? hint}
          {input}
        </div>
      )}
      <div className="ant-select-suffix">
        <DownOutlined />
      </div>
    </div>
  );
}
