import { Button, Flex, Form, Spin } from 'antd';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { PageDrawer, PageModal } from '@/kit/modal/PageModal';
import { leadToWrong } from './fieldErrors';
import css from './form.module.css';
import { byEnter, type FrameProps, useClosing, useSubmitting } from './frame';

/** A form over its page: at the side, in the middle, or in the place of the page. Validation runs before submitting, and the button shows that it is busy. */
export function FormFrame<T extends object>(p: FrameProps<T>) {
  const t = useTranslations('form');
  // Fields are named after their form: two forms of a page may have a field of the same name.
  const name = useId();
  const { close, typed } = useClosing(p);
  const submit = useSubmitting(p);
  const footer = (
    <Flex gap={8} justify="end" align="center" wrap>
      {p.sum && <div className={css.sum}>{p.sum}</div>}
      <Button className={css.cancel} onClick={close}>
        {t('cancel')}
      </Button>
      {p.more}
      <Button
        type="primary"
        danger={p.danger}
        loading={p.busy}
        disabled={p.filling || !p.open}
        onClick={p.next?.go ?? (() => p.form.submit())}
      >
        {p.next?.label ?? p.submit}
      </Button>
    </Flex>
  );
  const fields = (
    <Form<T>
      form={p.form}
      name={name}
      className={css.fields}
      layout="vertical"
      initialValues={p.initial}
      disabled={p.filling}
      onValuesChange={typed}
      onFinish={(values) => void submit(values)}
      onFinishFailed={(e) => leadToWrong(p.form, e)}
      onKeyDown={(e) => byEnter(e, p.enter ?? true)}
      scrollToFirstError
      requiredMark="optional"
    >
      {p.children}
      {/* Enter in a field submits only where the form has a button of its own. */}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </Form>
  );
  const body = (
    <Spin spinning={p.busy || Boolean(p.filling)} delay={300}>
      {p.aside ? (
        <Flex gap={24} wrap align="flex-start" className={css.beside}>
          {fields}
          <div className={css.aside}>{p.aside}</div>
        </Flex>
      ) : (
        fields
      )}
    </Spin>
  );
  const { open, title } = p;
  const mask = { closable: false };
  if (p.in === 'modal') {
    return (
      <PageModal {...{ open, title, mask, footer }} width={p.width ?? 520} onCancel={close}>
        {body}
      </PageModal>
    );
  }
  const whole = p.in === 'page';
  const styles = { wrapper: { maxWidth: '100vw' } };
  return (
    <PageDrawer
      {...{ open, title, mask, footer, styles }}
      rootClassName={whole ? css.page : undefined}
      size={whole ? '100vw' : (p.width ?? 480)}
      onClose={close}
    >
      {whole ? <div style={{ maxWidth: p.width ?? 1280, marginInline: 'auto' }}>{body}</div> : body}
    </PageDrawer>
  );
}
