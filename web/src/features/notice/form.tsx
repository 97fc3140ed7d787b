import { Checkbox, Form, Radio } from 'antd';
import { useTranslations } from 'next-intl';
import { useDict } from '@/kit/dict/useDict';
import { formOf } from '@/kit/form/formOf';
import { DateTimeInput } from '@/kit/input/dates';
import { LanguagesInput } from '@/kit/input/LanguagesInput';
import type { Languages } from '@/kit/input/languages';
import { OneLanguage } from '@/kit/input/ShownLanguage';
import { LovPicker } from '@/kit/lov/LovPicker';
import type { FormSpec } from '@/kit/resource/descriptor';
import { useLimit } from '@/kit/useLimit';
import { request } from '@/lib/api/request';
import { base, bodyOf, type Item, isWritten, type PostFormValues, type PostKind } from './post';
import { RichLanguages } from './RichLanguages';

const { Field } = formOf<PostFormValues>();

const PEOPLE = ['userIds', 'staffIds', 'agentIds'];
const AGENTS = { type: 11 };
const somebody = (lists: Record<string, string[] | undefined>) => PEOPLE.some((p) => (lists[p] ?? []).length > 0);
const TITLE = 100;
const SUMMARY = 200;

/** Written once for a new post and for a change. */
export function usePostForm(kind: PostKind, people: Person[] = []): FormSpec<Item, PostFormValues> {
  const t = useTranslations('notice');
  return {
    add: { permission: `im:${kind}:add`, label: t(`add.${kind}`) },
    update: { label: t('edit') },
    defaults: { audience: 'all', noticeType: kind === 'notice' ? 1 : undefined },
    send: (v, row) => request(row ? 'put' : 'post', base(kind), { body: bodyOf(v, row?.id) }),
    width: 720,
    done: t('kept'),
    fields: () => <Fields kind={kind} people={people} />,
  };
}

function Fields({ kind, people }: { kind: PostKind; people: Person[] }) {
  const t = useTranslations('notice');
  const types = useDict('notice_type');
  const [title, summary, content] = [useText('title'), useText('summary'), useText('content')];
  const days = useLimit('notice.keep.days');
  const titled = {
    required: true,
    validator: (_: unknown, v?: Languages) =>
      isWritten(v) ? Promise.resolve() : Promise.reject(new Error(t('noTitle'))),
  };
  return (
    <>
      <OneLanguage label={t('language')} texts={[title, summary, content]}>
        <Field name="title" label={t('heading')} rules={() => [titled]}>
          <LanguagesInput maxLength={TITLE} />
        </Field>
        <Field name="summary" label={t('summary')} extra={kind === 'announcement' ? t('summaryNote') : undefined}>
          <LanguagesInput maxLength={SUMMARY} rows={2} />
        </Field>
        <Field name="content" label={t('content')} extra={t('contentNote')}>
          <RichLanguages />
        </Field>
      </OneLanguage>
      {kind === 'notice' && (
        <Field name="noticeType" label={t('noticeType')} extra={t('typeNote')}>
          <Radio.Group options={types.options as { value: number; label: string }[]} />
        </Field>
      )}
      <AudienceFields people={people} />
      <Field name="publishTime" label={t('publishAt')} extra={t('publishNote')}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
      <Field name="expireTime" label={t('expireAt')} extra={t('expireNote', { days })}>
        <DateTimeInput style={{ width: '100%' }} />
      </Field>
    </>
  );
}

/** Returns the current text in each language. */
const useText = (name: string) => Form.useWatch<Languages | undefined>(name);

/** A user who is already named as a reader. */
export type Person = { userId: string; name: string };

function AudienceFields({ people }: { people: Person[] }) {
  const t = useTranslations('notice');
  const users = useDict('user_type');
  const kind = Form.useWatch<PostFormValues['audience']>('audience');
  return (
    <>
      <Field name="audience" label={t('audience')} required>
        <Radio.Group
          optionType="button"
          options={(['all', 'types', 'users'] as const).map((value) => ({ value, label: t(`to.${value}`) }))}
        />
      </Field>
      {kind === 'types' && (
        <Field name="types" label={t('toTypes')} required>
          <Checkbox.Group options={users.options as { value: number; label: string }[]} />
        </Field>
      )}
      {kind === 'users' && (
        <>
          <Field
            name="userIds"
            label={t('toUsers')}
            rules={() => [
              ({ getFieldsValue }) => ({
                validator: () =>
                  somebody(getFieldsValue(PEOPLE)) ? Promise.resolve() : Promise.reject(new Error(t('nobody'))),
              }),
            ]}
            dependencies={PEOPLE}
          >
            <LovPicker keyword="customer" multiple rows={people} />
          </Field>
          <Field name="staffIds" label={t('toStaff')}>
            <LovPicker keyword="system_user" multiple />
          </Field>
          <Field name="agentIds" label={t('toAgents')}>
            <LovPicker keyword="system_user" multiple params={AGENTS} />
          </Field>
        </>
      )}
    </>
  );
}
