'use client';
import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { useCan } from '@/auth/session';
import { LIMITS, TYPING_PAUSE } from '@/core/constants';
import { FormFrame } from '@/kit/form/FormFrame';
import { useFormat } from '@/kit/format';
import { useApp } from '@/kit/light/app';
import { useDebounced } from '@/kit/useDebounced';
import { useSearch } from '@/router/navigate';
import { CollectionSelect } from './CollectionSelect';
import { EstimateCard, shortOf, useEstimate } from './EstimateCard';
import { MessageFields } from './MessageFields';
import css from './order.module.css';
import { Preview } from './Preview';
import { StartFields } from './StartFields';
import { useDraft } from './useDraft';
import { usePlace, useSaveDraft } from './usePlace';
import { placeholdersOf, shownMessage, type Values, wishOf } from './wish';

const ASKED = { none: 'ask.create.text', credit: 'ask.create.short', stock: 'ask.create.shortStock' } as const;
const INITIAL: Values = { message: { type: 'text' }, when: 'now' };

/** The form of a bulk send, with what it would cost and what a phone would show. `?draft=` continues a draft. */
export default function CreateOrder() {
  const t = useTranslations('order');
  const f = useFormat();
  const can = useCan();
  const { modal } = useApp();
  const { params, set } = useSearch();
  const open = params.get('create') !== null && can('gc:groupsendorder:add');
  const draftId = open ? params.get('draft') : null;
  const [form] = Form.useForm<Values>();
  const values: Values = Form.useWatch([], form) ?? INITIAL;
  const draft = useDraft(draftId, form);
  const wish = useDebounced(wishOf(values), TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlace(form, draftId);
  const close = () => {
    if (draftId) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null });
  };
  const { save, saving } = useSaveDraft(form, draftId, () => {
    form.resetFields();
    set({ create: null, draft: null, id: null, view: 'drafts' });
  });

  const country = f.country(values.groupId?.countryCode ?? '');
  const facts = (e: NonNullable<typeof estimate.data>) => ({
    cost: f.credits(e.cost),
    country,
    left: f.count(e.stock),
  });
  const lacking = placeholdersOf(values).some((name) => !values.message?.values?.[name]);
  const submit = (all: Values) => {
    const made = wishOf(all);
    if (!made) return;
    const known = estimate.data;
    modal.confirm({
      title: t('ask.create.title', { n: f.count(known?.targets ?? all.groupId?.memberCount ?? 0) }),
      content: known ? t(ASKED[shortOf(known) ?? 'none'], facts(known)) : undefined,
      okText: t('submit'),
      onOk: () => place(made),
    });
  };

  return (
    <FormFrame<Values>
      open={open}
      title={draft ? t('editDraft', { name: draft.name }) : t('create')}
      submit={t('submit')}
      busy={placing}
      form={form}
      initial={INITIAL}
      width={860}
      onClose={close}
      onSubmit={submit}
      more={
        <Button loading={saving} onClick={save}>
          {t('saveDraft')}
        </Button>
      }
      aside={
        <div className={css.aside}>
          <EstimateCard
            estimate={estimate}
            ready={wish !== undefined}
            country={country}
            hint={t(lacking ? 'placeholderContents' : 'estimateHint')}
          />
          <Preview message={shownMessage(values)} />
        </div>
      }
    >
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('missing', { field: t('name') }) }]}
      >
        <Input maxLength={LIMITS.orderName} showCount autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="groupId"
        label={t('collection')}
        rules={[{ required: true, message: t('missing', { field: t('collection') }) }]}
      >
        <CollectionSelect />
      </Form.Item>
      <MessageFields values={values} />
      <StartFields later={values.when === 'later'} />
      <Form.Item name="remark" label={t('remark')}>
        <Input maxLength={LIMITS.remark} autoComplete="off" />
      </Form.Item>
    </FormFrame>
  );
}
