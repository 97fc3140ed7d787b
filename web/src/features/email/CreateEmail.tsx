'use client';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { type Step, StepsFrame } from '@/kit/form/StepsFrame';
import { TYPING_PAUSE } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { CostBar } from '@/ordering/CostBar';
import { useEstimate } from '@/ordering/EstimateCard';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { AudienceStep } from './AudienceStep';
import { CheckStep } from './CheckStep';
import { ContentStep } from './ContentStep';
import { draftOf } from './draft';
import { type EmailOrderValues, testOf, toRequest } from './request';
import { SendStep } from './SendStep';
import { TestSend } from './TestSend';
import { useDraft } from './useDraft';

const INITIAL: EmailOrderValues = {
  target: 'group',
  format: 'html',
  trackLoads: true,
  trackClicks: true,
  when: 'now',
};

const FIELDS = {
  audience: [
    ...(['name', 'userId', 'target', 'groupId', 'file', 'countryCode'] as const),
    ...(['loadedDays', 'clickedDays', 'joinedDays', 'notBounced'] as const),
  ],
  content: [
    ...(['format', 'design', 'subject', 'text', 'senderId', 'replyTo'] as const),
    ...(['placeholders', 'trackLoads', 'trackClicks', 'ab'] as const),
  ],
  check: [],
  send: ['when', 'startTime', 'remark'],
} as const;

/** The address says what the form is about: nothing, a draft, an order that is changed, or one that is ordered once more. */
function useAddress() {
  const { params, set } = useSearch();
  const may = usePermission()('edm:order:add');
  const open = params.get('create') !== null && may;
  const of = (name: string) => (open ? params.get(name) : null);
  const [draft, edit, copy] = [of('draft'), of('edit'), of('copy')];
  return { open, draft, edit, copy, from: draft ?? edit ?? copy, set };
}

/** The form of an email order, in four steps. `?draft=` continues a draft. */
export default function CreateEmail() {
  const t = useTranslations('email');
  const all = useTranslations('order');
  const can = usePermission();
  const { open, draft: draftId, edit, copy, from, set } = useAddress();
  const [form] = Form.useForm<EmailOrderValues>();
  const values: EmailOrderValues = Form.useWatch([], form) ?? INITIAL;
  const { draft, filling } = useDraft({ draft: draftId, order: edit ?? copy }, form);
  const paid = usePaid()(values);
  const wish = useDebounced(paid ? toRequest(values) : undefined, TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlaceOrder(form, draftId);
  const { keep, keeping } = useStoreDraft(form, draftId);
  const { change, changing } = useChangeOrder(form, edit);
  const { ask, asking } = useConfirmOrder(form, { edits: edit !== null, place, change, keep });
  const [testing, setTesting] = useState(false);
  const tested = paid && can('edm:order:test') ? testOf(values) : undefined;
  const close = () => {
    if (from) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null, edit: null, copy: null });
  };
  const { save, saving } = useSaveDraft(form, {
    draftId,
    needs: ['name', 'groupId', 'file', 'countryCode'],
    kept: draftOf,
    onSaved: () => {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
    },
  });
  const submit = (given: EmailOrderValues) => {
    const made = toRequest(given);
    return made && ask(made);
  };
  const step = (key: keyof typeof FIELDS, content: Step<EmailOrderValues>['content']): Step<EmailOrderValues> => ({
    title: t(`steps.${key}`),
    fields: [...FIELDS[key]],
    content,
  });
  const ready = wish !== undefined;
  const onTest = tested && (() => setTesting(true));
  return (
    <>
      <StepsFrame<EmailOrderValues>
        in="page"
        open={open}
        title={draft && !copy ? all(edit ? 'editOrder' : 'editDraft', { name: draft.name }) : t('create')}
        label={t('steps.title')}
        steps={[
          step('audience', <AudienceStep values={values} fixed={edit !== null} />),
          step('content', <ContentStep values={values} />),
          step('check', <CheckStep {...{ values, estimate, ready, onTest }} />),
          step('send', <SendStep {...{ values, estimate, ready, paid }} />),
        ]}
        submit={all(edit ? 'saveOrder' : 'submit')}
        busy={placing || changing || asking || keeping}
        filling={filling}
        form={form}
        initial={INITIAL}
        sum={<CostBar estimate={estimate} ready={wish !== undefined} />}
        onClose={close}
        onSubmit={submit}
        more={
          !edit && (
            <Button loading={saving} disabled={filling} onClick={save}>
              {all('saveDraft')}
            </Button>
          )
        }
      />
      {tested && <TestSend tested={tested} open={testing} onClose={() => setTesting(false)} />}
    </>
  );
}
