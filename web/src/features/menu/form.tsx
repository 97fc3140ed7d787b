import { Input, Radio, Switch } from 'antd';
import { useTranslations } from 'next-intl';
import { formOf } from '@/kit/form/formOf';
import { type Languages, LanguagesInput } from '@/kit/input/LanguagesInput';
import type { FormSpec } from '@/kit/resource/descriptor';
import { request } from '@/lib/api/request';
import type { BodyOf } from '@/lib/api/types';
import { searching } from '@/lib/input/fold';
import { useSession } from '@/lib/session';
import { Select } from '@/ui/Select';
import { flat, type Node, parentsFor } from './tree';

const { Field } = formOf<NodeFormValues>();

type Body = BodyOf<'post', '/system/menu'>;

export type NodeFormValues = {
  parentId?: string;
  type: Body['type'];
  targetType: Body['targetType'];
  uri?: string;
  path?: string;
  icon?: string;
  hidden?: boolean;
  languages?: Languages;
  permission?: string;
};

const LANGUAGES = ['zh_CN', 'en_US', 'pt_BR', 'zh_TW'] as const;

/** The form of a node. Of a built-in one only name, icon, place and visibility can change. */
export function useNodeForm(nodes: Node[]): FormSpec<Node, NodeFormValues> {
  const t = useTranslations('menuAdmin');
  return {
    add: { label: t('add') },
    update: { title: t('editTitle') },
    width: 560,
    defaults: { parentId: '', type: 1, targetType: 2 },
    values: (n) => ({
      parentId: n.parentId,
      type: n.type as NodeFormValues['type'],
      targetType: n.targetType as NodeFormValues['targetType'],
      uri: n.uri,
      path: n.path,
      icon: n.icon,
      hidden: n.hidden,
      languages: n.languages,
      permission: n.permission || undefined,
    }),
    send: (v, row) => {
      const sort = row && row.parentId === (v.parentId ?? '') ? row.sort : 0;
      return request(row ? 'put' : 'post', '/system/menu', { body: { ...v, id: row?.id, sort } });
    },
    fields: ({ row }) => <NodeFields nodes={nodes} row={row} />,
  };
}

function NodeFields({ nodes, row }: { nodes: Node[]; row?: Node }) {
  const t = useTranslations('menuAdmin');
  const permissions = useSession((s) => s.permissions);
  const own = !row?.builtIn;
  const icons = [...new Set(flat(nodes).map((n) => n.icon))].filter(Boolean).sort();
  const parents = [
    { value: '', label: t('top') },
    ...parentsFor(nodes, row?.id).map(({ node, level }) => ({
      value: node.id,
      label: `${'  '.repeat(level)}${node.title}`,
    })),
  ];
  return (
    <>
      <Field
        name="languages"
        label={t('name')}
        required
        rules={() => [
          {
            validator: (_, of?: Languages) =>
              LANGUAGES.every((l) => of?.[l]?.trim()) ? Promise.resolve() : Promise.reject(new Error(t('nameNeeded'))),
          },
        ]}
      >
        <LanguagesInput maxLength={30} />
      </Field>
      <Field name="parentId" label={t('parent')}>
        <Select options={parents} />
      </Field>
      {own && <Target />}
      <Field name="icon" label={t('icon')}>
        <Select allowClear showSearch={searching} options={icons.map((value) => ({ value, label: value }))} />
      </Field>
      {own && (
        <Field name="permission" label={t('permission')} extra={t('permissionNote')}>
          <Select allowClear showSearch={searching} options={permissions.map((value) => ({ value, label: value }))} />
        </Field>
      )}
      <Field name="hidden" label={t('hide')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}

/** Fields for the target of a node. */
function Target() {
  const t = useTranslations('menuAdmin');
  return (
    <>
      <Field name="type" label={t('type')} required>
        <Radio.Group
          options={[
            { value: 0, label: t('directory') },
            { value: 1, label: t('page') },
          ]}
        />
      </Field>
      <Field
        noStyle
        label=""
        shouldUpdate={(a: NodeFormValues, b: NodeFormValues) => a.type !== b.type || a.targetType !== b.targetType}
      >
        {({ getFieldsValue }) => {
          const { type, targetType } = getFieldsValue(true) as NodeFormValues;
          return type === 1 ? <PageTarget external={targetType !== 1} pathNeeded={targetType !== 3} /> : null;
        }}
      </Field>
    </>
  );
}

function PageTarget({ external, pathNeeded }: { external: boolean; pathNeeded: boolean }) {
  const t = useTranslations('menuAdmin');
  return (
    <>
      <Field name="targetType" label={t('opens')} required>
        <Select options={([2, 3, 1] as const).map((value) => ({ value, label: t(`target${value}`) }))} />
      </Field>
      <Field name="uri" label={external ? t('url') : t('uri')} required>
        <Input placeholder={external ? 'https://' : undefined} maxLength={1024} />
      </Field>
      <Field name="path" label={t('path')} required={pathNeeded} extra={t('pathNote')}>
        <Input maxLength={128} />
      </Field>
    </>
  );
}
