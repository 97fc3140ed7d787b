'use client';
import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { FormFrame } from '@/kit/form/FormFrame';
import { Panel } from '@/kit/page/Page';
import { LIMITS, TYPING_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { EstimateCard, useEstimate } from '@/ordering/EstimateCard';
import { StartFields } from '@/ordering/StartFields';
import { TargetFields } from '@/ordering/TargetFields';
import { countryOf } from '@/ordering/target';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { CallResponse } from './CallResponse';
import css from './call.module.css';
import { draftOf } from './draft';
import { ExpiryFields } from './ExpiryFields';
import { RecordingFields } from './RecordingFields';
import { type CallOrderValues, intentsOf, missingOf, toRequest } from './request';
import { TypeFields } from './TypeFields';
import { useCountries } from './useCountries';
import { useDraft } from './useDraft';

const INITIAL: CallOrderValues = { callType: 'play', expiryType: 'none', when: 'now' };

/** The form of a call order, with its estimate and a preview. `?draft=` continues a draft. */
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
      open={open}
      title={title}
      submit={all(editId ? 'saveOrder' : 'submit')}
      busy={placing || changing || asking || keeping}
      enter={false}
      filling={filling}
      form={form}
      initial={INITIAL}
      width={860}
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
        <div className={css.aside}>
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
          <Panel title={t('heard.title')}>
            <CallResponse
              id={values.recording?.id}
              interactive={values.callType === 'interactive'}
              intents={intentsOf(values) ?? []}
            />
          </Panel>
        </div>
      }
    >
      <Form.Item
        name="name"
        label={all('name')}
        rules={[{ required: true, whitespace: true, message: t('missing', { field: all('name') }) }]}
      >
        <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
      </Form.Item>
      <TargetFields values={values} fixed={editId !== null} business="call" countries={countries} />
      <RecordingFields values={values} />
      <TypeFields values={values} />
      <StartFields later={values.when === 'later'} window={estimate.data?.window} />
      <ExpiryFields values={values} />
      <Form.Item name="remark" label={all('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
    </FormFrame>
  );
}
