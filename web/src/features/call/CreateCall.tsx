'use client';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { FormFrame } from '@/kit/form/FormFrame';
import { Panel } from '@/kit/page/Page';
import { TYPING_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { CostBar } from '@/ordering/CostBar';
import { EstimateCard, useEstimate } from '@/ordering/EstimateCard';
import { countryOf } from '@/ordering/target';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { CallResponse } from './CallResponse';
import { CallSections } from './CallSections';
import { draftOf } from './draft';
import { type CallOrderValues, intentsOf, missingOf, toRequest } from './request';
import { useCountries } from './useCountries';
import { useDraft } from './useDraft';

const INITIAL: CallOrderValues = { callType: 'play', expiryType: 'none', when: 'now' };

/** The composer of a call order: sections, what is heard, and what it costs. `?draft=` continues a draft. */
export default function CreateCall() {
  const t = useTranslations('call');
  const all = useTranslations('order');
  const f = useFormat();
  const can = usePermission();
  const { params, set } = useSearch();
  const countries = useCountries();
  const open = params.get('create') !== null && can('call:order:add');
  const draftId = open ? params.get('draft') : null;
  const editId = open ? params.get('edit') : null;
  const copyId = open ? params.get('copy') : null;
  const from = draftId ?? editId ?? copyId;
  const [form] = Form.useForm<CallOrderValues>();
  const values: CallOrderValues = Form.useWatch([], form) ?? INITIAL;
  const { draft, filling } = useDraft({ draft: draftId, order: editId ?? copyId }, form);
  const paid = usePaid()(values);
  const wish = useDebounced(paid ? toRequest(values) : undefined, TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlaceOrder(form, draftId);
  const { keep, keeping } = useStoreDraft(form, draftId);
  const { change, changing } = useChangeOrder(form, editId);
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
  const submit = (given: CallOrderValues) => {
    const made = toRequest(given);
    return made && ask(made);
  };
  const title = draft && !copyId ? all(editId ? 'editOrder' : 'editDraft', { name: draft.name }) : t('create');
  return (
    <FormFrame<CallOrderValues>
      in="page"
      open={open}
      title={title}
      submit={all(editId ? 'saveOrder' : 'submit')}
      busy={placing || changing || asking || keeping}
      enter={false}
      filling={filling}
      form={form}
      initial={INITIAL}
      sum={<CostBar estimate={estimate} ready={wish !== undefined} />}
      onClose={close}
      onSubmit={submit}
      more={
        !editId && (
          <Button loading={saving} onClick={save}>
            {all('saveDraft')}
          </Button>
        )
      }
      aside={
        <Panel title={t('heard.title')}>
          <CallResponse
            id={values.recording?.id}
            interactive={values.callType === 'interactive'}
            intents={intentsOf(values) ?? []}
          />
        </Panel>
      }
    >
      <CallSections
        {...{ values, countries, estimate, fixed: editId !== null }}
        ready={wish !== undefined}
        complete={missingOf(values) === undefined}
      >
        <EstimateCard
          estimate={estimate}
          ready={wish !== undefined}
          country={f.country(countryOf(values) ?? '')}
          more={(known) => [
            { label: t('minutesEach'), value: f.count(known?.parts) },
            { label: t('minutesAll'), value: f.count(known && known.targets * (known.parts ?? 1)) },
          ]}
          hint={paid ? t(`lacks.${missingOf(values) ?? 'rest'}`) : all('missing', { field: all('payer') })}
          other={Boolean(values.userId)}
        />
      </CallSections>
    </FormFrame>
  );
}
