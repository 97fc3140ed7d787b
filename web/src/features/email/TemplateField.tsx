import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { LovPicker } from '@/kit/lov/LovPicker';
import { usePathOf } from '@/lib/router/usePathOf';
import { Link } from '@/ui/Link';
import type { DesignValue, EmailOrderValues } from './request';

const { Field } = formOf<EmailOrderValues>();

type ChoiceProps = { id?: string; value?: DesignValue; onChange?: (value?: DesignValue) => void };

/** The field holds the template with its subject, which the email has unless it gets its own. */
function TemplateChoice({ id, value, onChange }: ChoiceProps) {
  const t = useTranslations('email');
  return (
    <LovPicker
      id={id}
      keyword="email_template"
      multiple={false}
      label={t('template')}
      placeholder={t('templateHint')}
      value={value?.id}
      rows={value?.id ? [value as DesignValue & { id: string }] : []}
      onChange={(_, rows) => {
        const [one] = rows as (DesignValue & { id: string })[];
        onChange?.(one && { id: one.id, name: one.name, subject: one.subject });
      }}
    />
  );
}

/** The template of an email, with the way to make one. An order that is repeated may have the copy of a template that is gone. */
export function TemplateField({
  at,
  value,
  required,
}: {
  at: 'first' | 'second';
  value?: DesignValue;
  required: boolean;
}) {
  const t = useTranslations('email');
  const page = usePathOf('edm/template');
  const kept = value?.design && !value.id;
  return (
    <Field
      name={at === 'first' ? 'design' : ['ab', 'design']}
      label={t('template')}
      required={required}
      extra={
        <>
          {kept && <div>{value.name ? t('templateKept', { name: value.name }) : t('designKept')}</div>}
          {at === 'second' && <div>{t('sameDesign')}</div>}
          {at === 'first' && page && <Link to={`${page}?create=1`}>{t('addTemplate')}</Link>}
        </>
      }
    >
      <TemplateChoice />
    </Field>
  );
}
