'use client';
import { App, DatePicker, Form, Input, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useTranslations } from 'next-intl';
import { useCan } from '@/auth/session';
import { LIMITS, TYPING_PAUSE } from '@/core/constants';
import { useAct } from '@/kit/api/act';
import { CODE, isApiError } from '@/kit/api/error';
import { FormDrawer } from '@/kit/form/FormDrawer';
import { showErrors } from '@/kit/form/fieldErrors';
import { nowAtEight, useFormat } from '@/kit/format';
import { useDebounced } from '@/kit/useDebounced';
import { useSearch } from '@/router/navigate';
import { CollectionSelect } from './CollectionSelect';
import { EstimateCard, useEstimate } from './EstimateCard';
import { MessageFields } from './MessageFields';
import css from './order.module.css';
import { Preview } from './Preview';
import { shownMessage, type Values, wishOf } from './wish';

const INITIAL: Values = { message: { type: 'text' }, when: 'now' };

/** The form of a bulk send, with what it would cost and what a phone would show. */
export default function CreateOrder() {
  const t = useTranslations('order');
  const f = useFormat();
  const can = useCan();
  const { modal, message } = App.useApp();
  const { params, set } = useSearch();
  const open = params.get('create') !== null && can('gc:groupsendorder:add');
  const [form] = Form.useForm<Values>();
  const values: Values = Form.useWatch([], form) ?? INITIAL;
  const wish = useDebounced(wishOf(values), TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const close = () => set({ create: null });

  const order = useAct('post', '/gc/groupsendorder', {
    quiet: true,
    changes: ['/gc/groupsendorder/page', '/gc/groupsendorder/draft/page', '/pi/personal/info'],
    onDone: (made) => {
      form.resetFields();
      message.success(t('created', { orderNo: made.orderNo }));
      set({ create: null, view: null, id: made.id });
    },
  });
  const failed = (e: unknown) => {
    if (!isApiError(e) || (e.code !== CODE.shortBalance && e.code !== CODE.shortStock)) return showErrors(form, e);
    form.resetFields();
    set({ create: null, id: null, view: 'drafts' });
    modal.info({ title: t('draftKept'), content: e.message });
  };
  const submit = (all: Values) => {
    const made = wishOf(all);
    if (!made) return;
    const known = estimate.data;
    modal.confirm({
      title: t('ask.create.title', { n: f.count(known?.targets ?? all.groupId?.memberCount ?? 0) }),
      content: known
        ? t(known.enough ? 'ask.create.text' : 'ask.create.short', { cost: f.credit(known.cost) })
        : undefined,
      okText: t('submit'),
      onOk: () => order.mutateAsync({ body: made }).catch(failed),
    });
  };

  return (
    <FormDrawer<Values>
      open={open}
      title={t('create')}
      submit={t('submit')}
      busy={order.isPending}
      form={form}
      initial={INITIAL}
      width={860}
      onClose={close}
      onSubmit={submit}
      aside={
        <div className={css.aside}>
          <EstimateCard estimate={estimate} ready={wish !== undefined} />
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
    </FormDrawer>
  );
}

/** At once, or at a time at +08:00 within the next days. */
function StartFields({ later }: { later: boolean }) {
  const t = useTranslations('order');
  const options = (['now', 'later'] as const).map((value) => ({ value, label: t(`when.${value}`) }));
  const outside = (day: dayjs.Dayjs) => {
    const today = dayjs(nowAtEight()).startOf('day');
    return day.isBefore(today) || day.isAfter(today.add(LIMITS.appointmentDays, 'day').endOf('day'));
  };
  return (
    <>
      <Form.Item name="when" label={t('startTime')} required>
        <Segmented options={options} />
      </Form.Item>
      {later && (
        <Form.Item
          name="startTime"
          extra={t('startHint', { days: LIMITS.appointmentDays })}
          rules={[{ required: true, message: t('missing', { field: t('startTime') }) }]}
        >
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            disabledDate={outside}
            aria-label={t('startTime')}
          />
        </Form.Item>
      )}
    </>
  );
}
