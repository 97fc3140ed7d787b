import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { ContactChoice } from './ContactChoice';
import { Labelled } from './Labelled';
import css from './preview.module.css';

type ContactValues = Record<string, string>;
type Props = { names: string[]; values: ContactValues; onChange: (values: ContactValues) => void };

/** The values that the preview is filled with: typed, or those of a contact. */
export function PreviewValues({ names, values, onChange }: Props) {
  const t = useTranslations('emaileditor.previewing');
  if (names.length === 0) return null;
  return (
    <section className={css.part} aria-label={t('values')}>
      <h2>{t('values')}</h2>
      <p>{t('valuesNote')}</p>
      <ContactChoice onChoose={onChange} />
      {names.map((name) => (
        <Labelled key={name} label={name}>
          <Input
            value={values[name] ?? ''}
            maxLength={200}
            autoComplete="off"
            onChange={(e) => onChange({ ...values, [name]: e.target.value })}
          />
        </Labelled>
      ))}
    </section>
  );
}
