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
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { usePaid } from '@/ordering/usePayer';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { CommentFields } from './CommentFields';
import { type CommentValues, draftOf, toRequest } from './request';
import { Texts } from './Texts';
import { useDraft } from './useDraft';

const INITIAL: CommentValues = { by: 'template', when: 'now' };

/** The composer of a comment order: sections, its texts, and what it costs. `?draft=` continues a draft. */
export default function CreateComments() {
  const t = useTranslations('comment');
  const all = useTranslations('order');
  const f = useFormat();
  const may = usePermission()('comment:order:add');
  const { params, set } = useSearch();
  const open = params.get('create') !== null && may;
  const of = (name: string) => (open ? params.get(name) : null);
  const [draft, edit, copy] = [of('draft'), of('edit'), of('copy')];
  const [form] = Form.useForm<CommentValues>();
  const values: CommentValues = Form.useWatch([], form) ?? INITIAL;
  const { name, filling, own } = useDraft({ draft, edit, copy }, form);
  const paid = usePaid()(values);
  const wish = useDebounced(paid ? toRequest(values, edit) : undefined, TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlaceOrder(form, draft);
  const { keep, keeping } = useStoreDraft(form, draft);
  const { change, changing } = useChangeOrder(form, edit);
  const { ask, asking } = useConfirmOrder(form, { edits: edit !== null, place, change, keep });
  const { save, saving } = useSaveDraft(form, {
    draftId: draft,
    needs: ['name', 'countryCode'],
    kept: draftOf,
    onSaved: () => {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
    },
  });
  const close = () => {
    if (draft ?? edit ?? copy) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null, edit: null, copy: null });
  };
  const submit = (given: CommentValues) => {
    const made = toRequest(given, edit);
    return made && ask(made);
  };
  const texts = values.by === 'instructions' ? [values.instructions ?? ''] : (values.template?.texts ?? []);
  return (
    <FormFrame<CommentValues>
      in="page"
      open={open}
      title={name && !copy ? all(edit ? 'editOrder' : 'editDraft', { name }) : t('create')}
      submit={all(edit ? 'saveOrder' : 'submit')}
      busy={placing || changing || asking || keeping}
      enter={false}
      filling={filling}
      form={form}
      initial={INITIAL}
      sum={<CostBar estimate={estimate} ready={wish !== undefined} />}
      onClose={close}
      onSubmit={submit}
      more={
        !edit && (
          <Button loading={saving} onClick={save}>
            {all('saveDraft')}
          </Button>
        )
      }
      aside={
        <Panel title={t('texts')}>
          <Texts texts={texts.filter(Boolean)} quantity={values.quantity ?? undefined} />
        </Panel>
      }
    >
      <CommentFields values={values} fixed={edit !== null} own={own} ready={wish !== undefined}>
        <EstimateCard
          estimate={estimate}
          ready={wish !== undefined}
          country={f.country(values.countryCode ?? '')}
          hint={paid ? t('lacks') : all('missing', { field: all('payer') })}
          other={Boolean(values.userId)}
        />
      </CommentFields>
    </FormFrame>
  );
}
