import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAct } from '@/kit/api/act';
import { feedback } from '@/kit/feedback';
import { Field } from '@/kit/form/Field';
import { FormFrame } from '@/kit/form/FormFrame';
import { showErrors } from '@/kit/form/fieldErrors';
import { CountrySelect } from '@/kit/input/selects';
import { LIST, windowKey } from './setting';
import { hours } from './ValueField';

type Values = { country: string; value: string };

/** Limits the sending hours of a country that has no limit yet. */
export function AddWindow() {
  const t = useTranslations('setting');
  const [open, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const save = useAct('post', '/lop/system/config', { quiet: true, changes: [LIST] });
  const submit = ({ country, value }: Values) =>
    save.mutate(
      { body: { key: windowKey(country), value: value.trim() } },
      {
        onError: (e) => showErrors(form, e),
        onSuccess: () => {
          feedback.current?.message.success(t('saved'));
          setOpen(false);
          form.resetFields();
        },
      },
    );
  return (
    <>
      <Button size="small" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('addWindow')}
      </Button>
      <FormFrame<Values>
        in="modal"
        open={open}
        title={t('addWindowTitle')}
        submit={t('save')}
        busy={save.isPending}
        form={form}
        onClose={() => setOpen(false)}
        onSubmit={submit}
      >
        <Field name="country" label={t('country')} required>
          <CountrySelect />
        </Field>
        <Field name="value" label={t('hours')} required rules={() => [hours(t('windowForm'))]} extra={t('windowHint')}>
          <Input placeholder="10:30-20:30" />
        </Field>
      </FormFrame>
    </>
  );
}
