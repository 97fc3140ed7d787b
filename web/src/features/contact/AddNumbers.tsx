import { Alert, Input, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { formOf } from '@/kit/form/formOf';
import { OverlayForm } from '@/kit/form/OverlayForm';
import { PageModal } from '@/kit/modal/PageModal';
import { BadRows } from '@/kit/upload/BadRows';
import { request } from '@/lib/api/request';
import type { Data } from '@/lib/api/types';
import { LIMITS } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { numbersOf } from '@/lib/input/digits';
import { useApp } from '@/lib/toasts';
import css from './contact.module.css';

const { Field } = formOf<AddNumbersValues>();

type Added = Data<'post', '/aty/contactsgroup/{id}/member'>;
type AddNumbersValues = { numbers: string; addPrefix?: boolean };

/** Adds typed numbers; lists each refused number with its reason. */
export function AddNumbers({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const t = useTranslations('contact');
  const f = useFormat();
  const { message } = useApp();
  const [told, setTold] = useState<Added | null>(null);
  const title = (a: Added) =>
    t('added', { n: a.added, duplicated: f.count(a.duplicated), failed: f.count(a.refused?.length ?? 0) });
  const tell = (a: Added) => (a.refused?.length ? setTold(a) : message.success(title(a)));
  return (
    <>
      <OverlayForm<AddNumbersValues, Added>
        in="modal"
        open={open}
        title={t('addNumbers')}
        submit={t('addNumbers')}
        send={({ numbers, addPrefix }) =>
          request('post', '/aty/contactsgroup/{id}/member', {
            path: { id },
            body: { phoneNumbers: numbersOf(numbers), addPrefix },
          })
        }
        changes={[
          '/aty/contactsgroup/page',
          '/aty/contactsgroup/{id}',
          '/aty/contactsgroup/{id}/member/page',
          '/aty/contactsgroup/{id}/history/page',
        ]}
        done={null}
        onClose={onClose}
        onDone={tell}
      >
        <Field
          name="numbers"
          label={t('phoneNumber')}
          extra={t('numbersHint', { n: LIMITS.byHand })}
          required
          rules={(r) => [r.numbers(LIMITS.byHand)]}
        >
          <Input.TextArea rows={8} autoComplete="off" />
        </Field>
        <Field name="addPrefix" label={t('prefixNational')} valuePropName="checked">
          <Switch />
        </Field>
      </OverlayForm>
      <PageModal open={told !== null} title={t('addNumbers')} width={640} onCancel={() => setTold(null)} footer={null}>
        {told && (
          <div className={css.result}>
            <Alert type="warning" showIcon title={title(told)} />
            <BadRows label={t('badRows')} errors={told.refused ?? []} failed={told.refused?.length ?? 0} />
          </div>
        )}
      </PageModal>
    </>
  );
}
