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
import { addressesOf } from '@/lib/input/email';
import { useApp } from '@/lib/toasts';
import { type Collection, useMemberTexts } from './collection';
import css from './contact.module.css';

const { Field } = formOf<AddNumbersValues>();

type Added = Data<'post', '/aty/contactsgroup/{id}/member'>;
type AddNumbersValues = { numbers: string; addPrefix?: boolean };

type Props = { id: string; type: Collection['type']; open: boolean; onClose: () => void };

/** Adds typed numbers or addresses; lists each refused one with its reason. */
export function AddNumbers({ id, type, open, onClose }: Props) {
  const t = useTranslations('contact');
  const texts = useMemberTexts(type);
  const f = useFormat();
  const { message } = useApp();
  const [told, setTold] = useState<Added | null>(null);
  const title = (a: Added) =>
    texts('added', { n: a.added, duplicated: f.count(a.duplicated), failed: f.count(a.refused?.length ?? 0) });
  const few = async (_: unknown, text = '') => {
    if (addressesOf(text).length > LIMITS.byHand) throw new Error(t('emails.most', { n: LIMITS.byHand }));
  };
  const tell = (a: Added) => (a.refused?.length ? setTold(a) : message.success(title(a)));
  return (
    <>
      <OverlayForm<AddNumbersValues, Added>
        in="modal"
        open={open}
        title={texts('addNumbers')}
        submit={texts('addNumbers')}
        send={({ numbers, addPrefix }) =>
          request('post', '/aty/contactsgroup/{id}/member', {
            path: { id },
            body: type === 'email' ? { emails: addressesOf(numbers) } : { phoneNumbers: numbersOf(numbers), addPrefix },
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
          label={t(type === 'email' ? 'email' : 'phoneNumber')}
          extra={texts('numbersHint', { n: LIMITS.byHand })}
          required
          rules={(r) => [type === 'email' ? { validator: few } : r.numbers(LIMITS.byHand)]}
        >
          <Input.TextArea rows={8} autoComplete="off" />
        </Field>
        {type === 'phone' && (
          <Field name="addPrefix" label={t('prefixNational')} valuePropName="checked">
            <Switch />
          </Field>
        )}
      </OverlayForm>
      <PageModal
        open={told !== null}
        title={texts('addNumbers')}
        width={640}
        onCancel={() => setTold(null)}
        footer={null}
      >
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
