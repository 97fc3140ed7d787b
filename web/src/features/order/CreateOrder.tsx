'use client';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/kit/access/Can';
import { FormFrame } from '@/kit/form/FormFrame';
import { useLimit } from '@/kit/useLimit';
import { TYPING_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { CostBar } from '@/ordering/CostBar';
import { EstimateCard, useEstimate } from '@/ordering/EstimateCard';
import { countryOf } from '@/ordering/target';
import { useRecipientCount } from '@/ordering/useAudienceCount';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { useSegment } from '@/ordering/useSegment';
import { useChoices } from './channel';
import { draftOf } from './draft';
import { OrderSections } from './OrderSections';
import { RecipientPreview, useFirstRecipients } from './RecipientPreview';
import { type BulkOrderValues, missingOf, simplified, toRequest, tryOf } from './request';
import { TestSend } from './TestSend';
import { useDraft } from './useDraft';
import { usePlaceholderColumns } from './usePlaceholderColumns';

const HINT = {
  many: 'placeholdersFewer',
  placeholders: 'placeholderContents',
  start: 'startMissing',
  rest: 'estimateHint',
} as const;
const INITIAL: BulkOrderValues = { channel: 'whatsapp', message: { type: 'text' }, when: 'now' };

/** The composer of a bulk send: sections, a preview on a phone, and what it costs. `?draft=` continues a draft. */
export default function CreateOrder() {
  const t = useTranslations('order');
  const f = useFormat();
  const can = usePermission();
  const { params, set } = useSearch();
  const open = params.get('create') !== null && can('gc:groupsendorder:add');
  const draftId = open ? params.get('draft') : null;
  const editId = open ? params.get('edit') : null;
  const copyId = open ? params.get('copy') : null;
  const from = draftId ?? editId ?? copyId;
  const [form] = Form.useForm<BulkOrderValues>();
  const values: BulkOrderValues = Form.useWatch([], form) ?? INITIAL;
  const { draft, filling } = useDraft({ draft: draftId, order: editId ?? copyId, copies: copyId !== null }, form);
  const choices = useChoices(open ? countryOf(values) : undefined);
  const columns = usePlaceholderColumns(values);
  const most = useLimit('order.placeholders');
  const paid = usePaid()(values);
  const { wrong } = useSegment(values);
  const wish = useDebounced(paid && !wrong ? toRequest(values, columns) : undefined, TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlaceOrder(form, draftId);
  const { keep, keeping } = useStoreDraft(form, draftId);
  const { change, changing } = useChangeOrder(form, editId);
  const recipients = useRecipientCount(values);
  const [testing, setTesting] = useState(false);
  const { ask, asking } = useConfirmOrder(form, { edits: editId !== null, place, change, keep });
  const close = () => {
    if (from) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null, edit: null, copy: null });
  };
  const { save, saving } = useSaveDraft(form, {
    draftId,
    needs: ['name', 'groupId'],
    kept: draftOf,
    onSaved: () => {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
    },
  });

  const country = f.country(countryOf(values) ?? '');
  const submit = (all: BulkOrderValues) => {
    const made = toRequest(all, columns);
    return made && ask(made);
  };
  const tried = tryOf(values, useFirstRecipients(values)[0]?.values);
  const testSend = tried && <TestSend tried={tried} open={testing} onClose={() => setTesting(false)} />;
  return (
    <>
      <FormFrame<BulkOrderValues>
        in="page"
        open={open}
        title={draft && !copyId ? t(editId ? 'editOrder' : 'editDraft', { name: draft.name }) : t('create')}
        submit={t(editId ? 'saveOrder' : 'submit')}
        busy={placing || changing || asking || keeping}
        enter={false}
        filling={filling}
        form={form}
        initial={INITIAL}
        sum={<CostBar estimate={estimate} ready={wish !== undefined} recipients={recipients} />}
        onClose={close}
        onSubmit={submit}
        more={
          <>
            {tried && can('gc:groupsendorder:test') && (
              <Button onClick={() => setTesting(true)}>{t('try.action')}</Button>
            )}
            {!editId && (
              <Button loading={saving} onClick={save}>
                {t('saveDraft')}
              </Button>
            )}
          </>
        }
        aside={<RecipientPreview values={values} />}
      >
        <OrderSections {...{ values, choices, columns, estimate, fixed: editId !== null }} ready={wish !== undefined}>
          <EstimateCard
            estimate={estimate}
            ready={wish !== undefined}
            country={country}
            hint={paid ? t(HINT[missingOf(values, columns, most)]) : t('missing', { field: t('payer') })}
            other={Boolean(values.userId)}
            starts={values.when === 'later' ? values.startTime?.valueOf() : undefined}
            onSimplify={() => form.setFieldsValue(simplified(form.getFieldsValue(true)))}
          />
        </OrderSections>
      </FormFrame>
      {testSend}
    </>
  );
}
