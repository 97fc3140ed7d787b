import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { PICKER } from '@/lib/constants';
import css from './lov.module.css';
import { truncate } from './selection';

type Props = {
  id?: string;
  texts: string[];
  placeholder?: string;
  label?: string;
  disabled?: boolean;
  busy?: boolean;
  onOpen: () => void;
  onClear: () => void;
};

/** A closed picker: the first choice as a tag of at most 15 characters, and the number of the others. */
export function PickerField({ id, texts, placeholder, label, disabled = false, busy = false, onOpen, onClear }: Props) {
  const t = useTranslations('picker');
  const value = useId();
  const shown = texts.slice(0, PICKER.tags);
  const more = texts.length - shown.length;
  return (
    <div className={css.field} data-disabled={disabled}>
      <button
        type="button"
        id={id}
        className={css.open}
        aria-haspopup="dialog"
        aria-label={label}
        aria-describedby={value}
        aria-busy={busy}
        aria-disabled={disabled}
        title={texts.join(', ')}
        onClick={() => !disabled && onOpen()}
      >
        <span id={value} className={css.value}>
          {texts.length === 0 && <span className={css.placeholder}>{placeholder ?? t('choose')}</span>}
          {shown.map((text) => (
            <span key={text} className={css.tag}>
              {truncate(text, PICKER.tagLength)}
            </span>
          ))}
          {more > 0 && <span className={css.tag}>{`+${more}`}</span>}
        </span>
        <SearchOutlined aria-hidden />
      </button>
      {texts.length > 0 && !disabled && (
        <button type="button" className={css.clear} aria-label={t('clear')} onClick={onClear}>
          <CloseCircleFilled aria-hidden />
        </button>
      )}
    </div>
  );
}
