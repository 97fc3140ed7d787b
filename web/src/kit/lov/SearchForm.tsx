import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { NumberField } from '@/kit/form/NumberField';
import { clearable } from '@/kit/input/clearable';
import { DictSelect } from '@/kit/input/selects';
import { Select } from '@/ui/Select';
import type { PickerSearch } from './definition';
import css from './lov.module.css';

type SearchValues = Record<string, unknown>;
type Props = { fields: PickerSearch[]; onSearch: (values: SearchValues) => void };

/** The smallest number when a definition gives none (platform-services §5). */
const LEAST = 1;

/** The search form of a picker. */
export function SearchForm({ fields, onSearch }: Props) {
  const t = useTranslations('picker');
  const [form] = Form.useForm<SearchValues>();
  const send = (v: SearchValues) =>
    onSearch(
      Object.fromEntries(
        Object.entries(v)
          .map(([k, x]) => [k, typeof x === 'string' ? x.trim() : x] as const)
          .filter(([, x]) => x !== '' && x !== undefined && x !== null),
      ),
    );
  return (
    <Form<SearchValues> form={form} onFinish={send} className={css.search} component="form">
      {fields.map((f) =>
        f.tag === 'number-input' ? (
          <NumberField
            key={f.field}
            name={f.field}
            label={f.label}
            noStyle
            min={f.min ?? LEAST}
            max={f.max}
            input={{ placeholder: f.placeholder || f.label }}
          />
        ) : (
          <Form.Item key={f.field} name={f.field} noStyle>
            <SearchInput field={f} />
          </Form.Item>
        ),
      )}
      <div className={css.buttons}>
        <Button type="primary" htmlType="submit">
          {t('search')}
        </Button>
        <Button
          onClick={() => {
            form.resetFields();
            onSearch({});
          }}
        >
          {t('reset')}
        </Button>
      </div>
    </Form>
  );
}

function SearchInput({ field: f, ...control }: { field: PickerSearch }) {
  const t = useTranslations('table');
  const common = { ...control, 'aria-label': f.label, placeholder: f.placeholder || f.label };
  switch (f.tag) {
    case 'select':
      return <Select {...common} allowClear options={f.options ?? []} />;
    case 'dict-select':
      return <DictSelect {...common} allowClear code={f.dictCode ?? ''} />;
    default:
      return <Input {...common} allowClear={clearable(t('clearSearch', { name: f.label }))} autoComplete="off" />;
  }
}
