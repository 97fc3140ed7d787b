import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Segmented } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { useDict } from '@/kit/dict/useDict';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { formOf } from '@/kit/form/formOf';
import { useInitialValuesOnce } from '@/kit/form/useInitialValuesOnce';
import { LovPicker } from '@/kit/lov/LovPicker';
import { addressesOf, namesIn } from '@/kit/phone/template';
import { useLimit } from '@/kit/useLimit';
import { useApiMutation } from '@/lib/api/mutation';
import { get } from '@/lib/api/query';
import { request } from '@/lib/api/request';
import { LIMITS } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { useApp } from '@/lib/toasts';
import { Buttons } from './Buttons';
import { Codes, ShownCode } from './Codes';
import { TemplatePreview } from './TemplatePreview';
import { Texts } from './Texts';
import {
  atSamples,
  bodyOf,
  counted,
  fileOf,
  headerOf,
  INITIAL,
  ofCode,
  TEMPLATE,
  TEMPLATE_LIMITS,
  TEMPLATE_LIST,
  type TemplateFormValues,
  valuesOf,
} from './template';

const { Field } = formOf<TemplateFormValues>();

const LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2,3})?$/;

/** The form of a template with what a phone would show. `?write=` is `new`, or the id of the one that is changed; `?from=` is copied. */
export function TemplateForm() {
  const t = useTranslations('template');
  const { message } = useApp();
  const { params, set } = useSearch();
  const write = params.get('write');
  const changed = write !== null && write !== 'new' ? write : null;
  const source = changed ?? params.get('from');
  const [form] = Form.useForm<TemplateFormValues>();
  const values: TemplateFormValues = Form.useWatch([], form) ?? INITIAL;
  const names = namesOf(values);
  const file = fileOf(values);
  const of = useQuery({ ...get(TEMPLATE, { path: { id: source ?? '' } }), enabled: write !== null && source !== null });
  const laid = of.data && (changed ? valuesOf(of.data) : valuesOf(of.data, t('copyOf', { name: of.data.name })));
  useInitialValuesOnce(form, write === null ? null : source, source === null ? undefined : laid);
  const close = () => {
    if (source) form.resetFields();
    set({ write: null, from: null });
  };
  const save = useApiMutation(
    (draft: boolean) => {
      const body = bodyOf(form.getFieldsValue(true), names, draft);
      if (changed === null) return request('post', '/gc/template', { body });
      const { customerId: _, ...rest } = body;
      return request('put', '/gc/template', { body: { ...rest, id: changed } });
    },
    {
      quiet: true,
      single: true,
      owner: form,
      changes: [TEMPLATE_LIST],
      onDone: (made, draft) => {
        form.resetFields();
        message.success(t(draft ? 'draftSaved' : 'saved'));
        set({ write: null, from: null, id: (made as { id: string }).id });
      },
      onFailed: (e) => showErrors(form, atSamples(e, names)),
    },
  );
  return (
    <FormFrame<TemplateFormValues>
      open={write !== null}
      title={t(changed ? 'edit' : 'add')}
      submit={t('submit')}
      busy={save.isPending}
      form={form}
      initial={INITIAL}
      width={860}
      onClose={close}
      onSubmit={() => save.mutate(false)}
      more={
        <Button
          onClick={async () => {
            if (await form.validateFields().catch(() => null)) save.mutate(true);
          }}
        >
          {t('saveDraft')}
        </Button>
      }
      aside={
        ofCode(values) ? (
          <ShownCode values={values} />
        ) : (
          <TemplatePreview
            {...values}
            picture={values.type === 'image' || values.type === 'video' ? file?.shown || true : undefined}
            film={values.type === 'video'}
            header={headerOf(values)}
            samples={names.map((name) => ({ name, content: values.samples?.[name] }))}
          />
        )
      }
    >
      <Identity fixed={changed !== null} />
      {ofCode(values) ? <Codes /> : <Parts values={values} />}
      <SegmentField />
      <Field name="note" label={t('noteText')} extra={t('noteHint')}>
        <Input count={counted(TEMPLATE_LIMITS.note)} autoComplete="off" />
      </Field>
    </FormFrame>
  );
}

/** Which numbers the template is for. */
function SegmentField() {
  const t = useTranslations('template');
  const digits = useLimit('segment.digits.max');
  const stars = useLimit('segment.stars.template');
  return (
    <Field name="segment" label={t('segment')} extra={t('segmentHint', { digits, stars })}>
      <Input maxLength={LIMITS.segmentText} autoComplete="off" inputMode="tel" />
    </Field>
  );
}

const namesOf = (v: TemplateFormValues) => namesIn(headerOf(v), v.content, ...addressesOf(v.buttons));

/** The texts and buttons of a template, with a sample of each placeholder. */
function Parts({ values }: { values: TemplateFormValues }) {
  const t = useTranslations('template');
  const opened = namesIn(...addressesOf(values.buttons));
  return (
    <>
      <Texts values={values} />
      {namesOf(values).map((name) => (
        <Field
          key={name}
          name={['samples', name]}
          label={t('sample', { name })}
          extra={t(opened.includes(name) ? 'sampleAddress' : 'sampleHint')}
          required={opened.includes(name)}
        >
          <Input maxLength={TEMPLATE_LIMITS.sample} autoComplete="off" />
        </Field>
      ))}
      <Buttons values={values.buttons ?? []} />
    </>
  );
}

function Identity({ fixed }: { fixed: boolean }) {
  const t = useTranslations('template');
  const staff = usePermission()({ types: [1] });
  const categories = useDict('template_category').items;
  return (
    <>
      {staff && !fixed && (
        <Field name="customerId" label={t('customerId')} required>
          <LovPicker keyword="customer" multiple={false} label={t('customerId')} />
        </Field>
      )}
      <Field name="name" label={t('name')} required>
        <Input count={counted(TEMPLATE_LIMITS.name)} autoComplete="off" />
      </Field>
      <Field
        name="language"
        label={t('language')}
        extra={t('languageHint')}
        required
        rules={() => [{ pattern: LANGUAGE, message: t('languageWrong') }]}
      >
        <Input autoComplete="off" maxLength={7} />
      </Field>
      <Field name="category" label={t('category')} required>
        <Segmented options={categories.map((c) => ({ value: c.value, label: c.name }))} />
      </Field>
    </>
  );
}
