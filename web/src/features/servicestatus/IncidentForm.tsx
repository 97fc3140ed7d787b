import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { DateTimeInput } from '@/kit/input/dates';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import type { Languages } from '@/kit/input/languages';
import { OneLanguage } from '@/kit/input/ShownLanguage';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { ANNOUNCED, bodyOf, INCIDENT, type Incident, type IncidentValues, STATUS, valuesOf } from './status';

const { Field, useWatch } = formOf<IncidentValues>();
const TITLE = 100;
const TEXT = 1000;

type Props = { open: boolean; id?: string; onClose: () => void };

/** The form of a new incident, or of one in all its languages, which are fetched. */
export default function IncidentForm({ open, id, onClose }: Props) {
  const all = useQuery({ ...get(INCIDENT), enabled: id !== undefined && open, gcTime: 0 });
  const row = all.data?.find((i) => i.id === id);
  if (id !== undefined && !row) return null;
  return <Opened key={id ?? 'new'} open={open} row={row} onClose={onClose} />;
}

function Opened({ open, row, onClose }: { open: boolean; row?: Incident; onClose: () => void }) {
  const t = useTranslations('servicestatus');
  const [form] = Form.useForm<IncidentValues>();
  const state = useWatch('state', form);
  const texts = [useWatch('title', form), useWatch('text', form)];
  return (
    <OverlayForm<IncidentValues>
      open={open}
      form={form}
      title={t(row ? 'change' : 'announce')}
      submit={row ? undefined : t('publish')}
      initial={row ? valuesOf(row) : { state: 'disrupted', services: [] }}
      width={640}
      send={(v) => {
        const body = bodyOf(v);
        return row ? request('put', INCIDENT, { body: { ...body, id: row.id } }) : request('post', INCIDENT, { body });
      }}
      changes={[STATUS, INCIDENT]}
      done={t(row ? 'saved' : 'published')}
      onClose={onClose}
    >
      <Field name="state" label={t('state')} required>
        <Radio.Group optionType="button" options={ANNOUNCED.map((value) => ({ value, label: t(`states.${value}`) }))} />
      </Field>
      <ServicesField />
      <OneLanguage label={t('language')} texts={texts}>
        <TextField name="title" maxLength={TITLE} />
        <TextField name="text" maxLength={TEXT} rows={4} />
      </OneLanguage>
      <Field name="startTime" label={t('startTime')} extra={t('startNote')}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
      <Field name="endTime" label={t('endTime')} extra={t('endNote')} required={state === 'maintenance'}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
    </OverlayForm>
  );
}

function ServicesField() {
  const t = useTranslations('servicestatus');
  const { data } = useQuery(get(STATUS));
  const options = (data?.services ?? []).map((s) => ({ value: s.service as string, label: s.name }));
  return (
    <Field name="services" label={t('affected')} required>
      <Boxes options={options} />
    </Field>
  );
}

type BoxesProps = {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  options: { value: string; label: string }[];
};

/** The form marks its field as required, which a group of checkboxes may not say (WAI-ARIA): it takes the rest. */
const Boxes = ({ id, value, onChange, options }: BoxesProps) => (
  <Checkbox.Group options={options} {...{ id, value, onChange }} />
);

/** A text by language. The English one is needed: customers read it in place of a language that has none. */
function TextField({ name, ...input }: { name: 'title' | 'text'; maxLength: number; rows?: number }) {
  const t = useTranslations('servicestatus');
  const rule = {
    required: true,
    validator: (_: unknown, v?: Languages) =>
      v?.en_US?.trim() ? Promise.resolve() : Promise.reject(new Error(t('english', { field: t(`field.${name}`) }))),
  };
  return (
    <Field
      name={name}
      label={t(`field.${name}`)}
      extra={name === 'text' ? t('textNote') : undefined}
      rules={() => [rule]}
    >
      <LanguagesInput {...input} />
    </Field>
  );
}
