'use client';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { FormFrame } from '@/kit/form/FormFrame';
import { TYPING_PAUSE } from '@/lib/constants';
import { useFormat } from '@/lib/format';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { CostBar } from '@/ordering/CostBar';
import { EstimateCard, useEstimate } from '@/ordering/EstimateCard';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { ChannelSections } from './ChannelSections';
import { type ChannelValues, draftOf, INITIAL, toRequest } from './request';
import { useDraft } from './useDraft';

/** The composer of an order of numbers: sections, with price and stock while it is typed. `?draft=` continues a draft. */
export default function CreateChannelOrder() {
  const t = useTranslations('channelorder');
  const all = useTranslations('order');
  const f = useFormat();
  const can = usePermission();
  const { params, set } = useSearch();
  const open = params.get('create') !== null && can('channel:order:add');
  const draftId = open ? params.get('draft') : null;
  const editId = open ? params.get('edit') : null;
  const copyId = open ? params.get('copy') : null;
  const [form] = Form.useForm<ChannelValues>();
  const values: ChannelValues = Form.useWatch([], form) ?? INITIAL;
  const { name, filling } = useDraft({ draft: draftId, order: editId ?? copyId }, form);
  const paid = usePaid()(values);
  const wish = useDebounced(paid ? toRequest(values, editId) : undefined, TYPING_PAUSE);
  const estimate = useEstimate(open ? (wish as never) : undefined);
  const { place, placing } = usePlaceOrder(form, draftId);
  const { keep, keeping } = useStoreDraft(form, draftId);
  const { change, changing } = useChangeOrder(form, editId);
  const { ask, asking } = useConfirmOrder(form, { edits: editId !== null, place, change, keep });
  const close = () => {
    if (draftId || editId || copyId) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null, edit: null, copy: null });
  };
  const { save, saving } = useSaveDraft(form, {
    draftId,
    needs: ['name', 'countryCode'],
    kept: draftOf,
    onSaved: () => {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
    },
  });
  const submit = (given: ChannelValues) => {
    const made = toRequest(given, editId);
    return made && ask(made as never);
  };
  const title = name && !copyId ? all(editId ? 'editOrder' : 'editDraft', { name }) : t('create');
  return (
    <FormFrame<ChannelValues>
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
    >
      <ChannelSections
        values={values}
        fixed={editId !== null}
        ready={wish !== undefined && estimate.data?.enough === true}
      >
        <EstimateCard
          estimate={estimate}
          ready={wish !== undefined}
          country={f.country(values.countryCode ?? '')}
          more={(known) => [{ label: t('stock'), value: f.count(known?.stock) }]}
          hint={paid ? t('lacks') : all('missing', { field: all('payer') })}
          other={Boolean(values.userId)}
        />
      </ChannelSections>
    </FormFrame>
  );
}
