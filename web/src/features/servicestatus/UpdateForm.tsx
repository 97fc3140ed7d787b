import { Checkbox, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import type { Languages } from '@/kit/input/languages';
import { OneLanguage } from '@/kit/input/ShownLanguage';
import { request } from '@/lib/api/request';
import { type Announcement, INCIDENT, STATUS, written } from './status';

type UpdateValues = { text?: Languages; resolved?: boolean };
const { Field, useWatch } = formOf<UpdateValues>();
const TEXT = 1000;

/** Adds news to an incident, and ends it when it is resolved. */
export default function UpdateForm(p: { open: boolean; incident: Announcement; onClose: () => void }) {
  const t = useTranslations('servicestatus');
  const [form] = Form.useForm<UpdateValues>();
  const text = useWatch('text', form);
  const rule = {
    required: true,
    validator: (_: unknown, v?: Languages) =>
      v?.en_US?.trim() ? Promise.resolve() : Promise.reject(new Error(t('english', { field: t('field.text') }))),
  };
  return (
    <OverlayForm<UpdateValues>
      open={p.open}
      form={form}
      title={t('updateOf', { title: p.incident.title })}
      submit={t('publish')}
      width={640}
      send={(v) =>
        request('post', '/system/status/incident/update', {
          body: { id: p.incident.id, text: written(v.text), resolved: v.resolved ?? false },
        })
      }
      changes={[STATUS, INCIDENT]}
      done={t('published')}
      onClose={p.onClose}
    >
      <OneLanguage label={t('language')} texts={[text]}>
        <Field name="text" label={t('field.text')} extra={t('textNote')} rules={() => [rule]}>
          <LanguagesInput maxLength={TEXT} rows={4} />
        </Field>
      </OneLanguage>
      {p.incident.active && (
        <Field name="resolved" label={t('over')} valuePropName="checked">
          <Checkbox>{t('resolved')}</Checkbox>
        </Field>
      )}
    </OverlayForm>
  );
}
