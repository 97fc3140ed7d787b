import { Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import css from './email.module.css';

type Contents = Record<string, string>;
type ValuesProps = {
  id?: string;
  names: readonly string[];
  columns: readonly string[];
  value?: Contents;
  onChange?: (value: Contents) => void;
};

const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** A content for each placeholder, for recipients without a value of their own. */
function PlaceholderContents({ id, names, columns, value = {}, onChange }: ValuesProps) {
  const t = useTranslations('email');
  return (
    <div className={css.contents} id={id}>
      {names.map((name) => {
        const own = columns.some((c) => folded(c) === folded(name));
        return (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>
              <code>{`{${name}}`}</code>
            </label>
            <Input
              id={`${id}-${name}`}
              value={value[name] ?? ''}
              maxLength={200}
              autoComplete="off"
              placeholder={t(own ? 'contentEmpty' : 'contentAll')}
              onChange={(e) => onChange?.({ ...value, [name]: e.target.value })}
            />
            <small>{t(own ? 'fromColumn' : 'noColumn', { name })}</small>
          </div>
        );
      })}
    </div>
  );
}

/** What fills the placeholders of an email: a column of the recipients, or one text for all. */
export function PlaceholderFields({ names, columns }: { names: readonly string[]; columns: readonly string[] }) {
  const t = useTranslations('email');
  const asked = names.filter((name) => name !== 'email');
  if (asked.length === 0) return null;
  return (
    <Form.Item name="placeholders" label={t('placeholders')} extra={t('placeholdersHint')}>
      <PlaceholderContents names={asked} columns={columns} />
    </Form.Item>
  );
}
