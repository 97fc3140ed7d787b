import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useTranslations } from 'next-intl';
import { DictSelect } from '@/kit/input/selects';
import { UrlInput } from '@/kit/input/UrlInput';
import { wrongAddress, wrongButtons, wrongLabel } from './rules';
import { type Button as Made, TEMPLATE_LIMITS } from './template';
import css from './template.module.css';
import { useWrong } from './useWrong';

/** The buttons below a template: links, quick replies, a phone number. */
export function Buttons({ values }: { values: Partial<Made>[] }) {
  const t = useTranslations('template');
  const form = useTranslations('form');
  const wrong = useWrong();
  const required = (field: string) => ({ required: true, whitespace: true, message: form('required', { field }) });
  return (
    <Form.List name="buttons" rules={[wrong((all: Partial<Made>[]) => wrongButtons(all ?? []))]}>
      {(fields, { add, remove }, { errors }) => (
        <Form.Item label={t('buttons')} extra={t('buttonsHint')}>
          {fields.map(({ key, name }) => {
            const kind = values[name]?.type;
            const target = kind === 'url' ? 'url' : 'phone';
            const label = t(kind === 'url' ? 'buttonUrl' : 'buttonPhone');
            return (
              <div key={key} className={css.button}>
                <Form.Item name={[name, 'type']} rules={[required(t('buttonKind'))]}>
                  <DictSelect code="template_button" aria-label={t('buttonKind')} />
                </Form.Item>
                <Form.Item name={[name, 'text']} rules={[required(t('buttonText')), wrong(wrongLabel)]}>
                  <Input
                    maxLength={TEMPLATE_LIMITS.button}
                    placeholder={t('buttonText')}
                    aria-label={t('buttonText')}
                  />
                </Form.Item>
                {kind === 'url' || kind === 'phone' ? (
                  <Form.Item
                    name={[name, target]}
                    rules={[required(label), ...(kind === 'url' ? [wrong(wrongAddress)] : [])]}
                    extra={kind === 'url' ? t('buttonUrlHint') : undefined}
                  >
                    {kind === 'url' ? (
                      <UrlInput placeholder={label} aria-label={label} />
                    ) : (
                      <Input placeholder={label} aria-label={label} inputMode="tel" autoComplete="off" />
                    )}
                  </Form.Item>
                ) : (
                  <span />
                )}
                <Button
                  type="text"
                  icon={<MinusCircleOutlined />}
                  aria-label={t('removeButton')}
                  onClick={() => remove(name)}
                />
              </div>
            );
          })}
          {fields.length < TEMPLATE_LIMITS.buttons && (
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => add({ type: 'reply' })}>
              {t('addButton')}
            </Button>
          )}
          <Form.ErrorList errors={errors} />
        </Form.Item>
      )}
    </Form.List>
  );
}
