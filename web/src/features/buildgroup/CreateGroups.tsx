'use client';
import { Button, Form } from 'antd';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/kit/access/Can';
import { type Step, StepsFrame } from '@/kit/form/StepsFrame';
import { EmptyState } from '@/kit/page/EmptyState';
import { TYPING_PAUSE } from '@/lib/constants';
import { useSearch } from '@/lib/router/navigate';
import { useDebounced } from '@/lib/useDebounced';
import { CostBar } from '@/ordering/CostBar';
import { useEstimate } from '@/ordering/EstimateCard';
import { useRecipientCount } from '@/ordering/useAudienceCount';
import { useConfirmOrder } from '@/ordering/useConfirmOrder';
import { useChangeOrder, usePlaceOrder, useSaveDraft, useStoreDraft } from '@/ordering/usePlaceOrder';
import { GreetingFields } from './GreetingFields';
import { GroupFields } from './GroupFields';
import { GroupPhone } from './GroupPhone';
import { groupsOf, type Maker, makerOf, nameOf, takenOf } from './group';
import { InfoFields } from './InfoFields';
import { MemberFields } from './MemberFields';
import { draftOf, type GroupOrderValues, greetingOf, supportedValues, toRequest } from './request';
import { SubmitFields } from './SubmitFields';
import { useDraft } from './useDraft';
import { useScale } from './useScale';

const EMPTY_VALUES: GroupOrderValues = {};
const FIELDS = {
  info: ['name', 'userId', 'provider', 'when', 'startTime', 'endTime', 'remark'],
  members: ['target', 'groupId', 'file', 'fileId', 'countryCode', 'waFilter', 'activeDays', 'tooMany'],
  group: [
    ...(['sizeMin', 'sizeMax', 'groupName', 'suffix', 'suffixStart', 'avatarId', 'description'] as const),
    ...(['services', 'admins', 'mute', 'joinApproval'] as const),
  ],
  greeting: ['greeting'],
} as const;

/** The address says what the form is about: nothing, a draft, an order that is changed, or one that is ordered once more. */
function useAddress() {
  const { params, set } = useSearch();
  const may = usePermission()('bgo:buildgroup:add');
  const open = params.get('create') !== null && may;
  const of = (name: string) => (open ? params.get(name) : null);
  const [draft, edit, copy] = [of('draft'), of('edit'), of('copy')];
  return { open, draft, edit, copy, from: draft ?? edit ?? copy, set };
}

/** The form of an order of groups, in five steps beside a phone that shows the first group. */
export default function CreateGroups() {
  const t = useTranslations('buildgroup');
  const all = useTranslations('order');
  const { open, draft, edit, copy, from, set } = useAddress();
  const [form] = Form.useForm<GroupOrderValues>();
  const values: GroupOrderValues = Form.useWatch([], form) ?? EMPTY_VALUES;
  const scale = useScale(open).data;
  const maker = makerOf(scale, values.provider);
  const { name, filling } = useDraft(open, { draft, order: edit ?? copy }, scale, form);
  const wish = useDebounced(toRequest(values, maker), TYPING_PAUSE);
  const estimate = useEstimate(open ? wish : undefined);
  const { place, placing } = usePlaceOrder(form, draft);
  const { keep, keeping } = useStoreDraft(form, draft);
  const { change, changing } = useChangeOrder(form, edit);
  const { ask, asking } = useConfirmOrder(form, { edits: edit !== null, place, change, keep });
  const close = () => {
    if (from) form.resetFields(); // it is kept; a new order begins empty
    set({ create: null, draft: null, edit: null, copy: null });
  };
  const { save, saving } = useSaveDraft(form, {
    draftId: draft,
    needs: ['name', 'groupId', 'file', 'countryCode'],
    kept: (v: GroupOrderValues) => draftOf(v, maker),
    onSaved: () => {
      form.resetFields();
      set({ create: null, draft: null, copy: null, id: null, view: 'drafts' });
    },
  });
  const submit = (given: GroupOrderValues) => {
    const made = toRequest(given, maker);
    return made && ask(made);
  };
  const step = (key: keyof typeof FIELDS, content: Step<GroupOrderValues>['content']): Step<GroupOrderValues> => ({
    title: t(`steps.${key}`),
    fields: [...FIELDS[key]] as Step<GroupOrderValues>['fields'],
    content,
  });
  const steps: Step<GroupOrderValues>[] =
    scale && maker
      ? [
          step('info', <InfoFields values={values} scale={scale} fixed={edit !== null} />),
          step('members', <MemberFields values={values} scale={scale} maker={maker} />),
          step('group', <GroupFields values={values} scale={scale} maker={maker} />),
          step('greeting', <GreetingFields scale={scale} maker={maker} />),
          {
            title: t('steps.submit'),
            fields: [],
            content: (
              <SubmitFields
                values={values}
                scale={scale}
                maker={maker}
                estimate={estimate}
                ready={wish !== undefined}
              />
            ),
          },
        ]
      : scale
        ? [step('info', <EmptyState description={t('noMaker')} />)]
        : [];
  return (
    <StepsFrame<GroupOrderValues>
      in="page"
      open={open}
      title={name && !copy ? all(edit ? 'editOrder' : 'editDraft', { name }) : t('create')}
      label={t('stepsOf')}
      steps={steps}
      submit={all(edit ? 'saveOrder' : 'submit')}
      busy={placing || changing || asking || keeping}
      filling={filling}
      form={form}
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
      aside={<Preview values={values} maker={maker} />}
    />
  );
}

/** The first group as it would be. */
function Preview({ values, maker }: { values: GroupOrderValues; maker: Maker | undefined }) {
  const members = useRecipientCount(values);
  const v = supportedValues(values, maker);
  const staff = takenOf(v, maker);
  const groups = groupsOf(members, v.sizeMax ?? undefined, staff);
  const greeting = greetingOf(v);
  return (
    <GroupPhone
      looks={{
        name: nameOf(v, 0),
        people: members && groups ? Math.ceil(members / groups) + staff : undefined,
        avatar: v.avatarId?.shown || undefined,
        description: v.description?.trim() || undefined,
        mute: v.mute,
        greeting: greeting && {
          text: greeting.text,
          times: greeting.times,
          picture: v.greeting?.pictureId && (v.greeting.pictureId.shown || true),
        },
      }}
    />
  );
}
