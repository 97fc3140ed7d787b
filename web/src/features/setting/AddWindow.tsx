import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { CountrySelect } from '@/kit/input/selects';
import { request } from '@/lib/api/request';
import { SETTING_LIST, windowKey } from './setting';
import { hours } from './ValueField';

const { Field } = formOf<WindowValues>();

type WindowValues = { country: string; value: string };

/** Limits the sending hours of a country that has no limit yet. */
export function AddWindow() {
  const t = useTranslations('setting');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('addWindow')}
      </Button>
      <OverlayForm<WindowValues>
        in="modal"
        open={open}
        title={t('addWindowTitle')}
        send={({ country, value }) =>
          request('post', '/lop/system/config', { body: { key: windowKey(country), value: value.trim() } })
        }
        changes={[SETTING_LIST]}
        onClose={() => setOpen(false)}
      >
        <Field name="country" label={t('country')} required>
          <CountrySelect />
        </Field>
        <Field name="value" label={t('hours')} required rules={() => [hours(t('windowForm'))]} extra={t('windowHint')}>
          <Input placeholder="10:30-20:30" />
        </Field>
      </OverlayForm>
    </>
  );
}
