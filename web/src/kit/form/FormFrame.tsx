import { Button, Flex, Form, type FormInstance, Spin } from 'antd';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { PageDrawer, PageModal } from '../modal/PageModal';

type Props<T> = {
  in: 'drawer' | 'modal';
  open: boolean;
  title: string;
  submit: string;
  busy: boolean;
  form: FormInstance<T>;
  initial?: object;
  width?: number;
  onClose: () => void;
  onSubmit: (values: T) => void;
  children: ReactNode;
};

/** A form over its page: at the side, or in the middle. Validation runs before submitting, and the button shows that it is busy. */
export function FormFrame<T extends object>(p: Props<T>) {
  const t = useTranslations('form');
  // Fields are named after their form: two forms of a page may have a field of the same name.
  const name = useId();
  const footer = (
    <Flex gap={8} justify="end">
      <Button onClick={p.onClose}>{t('cancel')}</Button>
      <Button type="primary" loading={p.busy} onClick={() => p.form.submit()}>
        {p.submit}
      </Button>
    </Flex>
  );
  const body = (
    <Spin spinning={p.busy} delay={300}>
      <Form<T>
        form={p.form}
        name={name}
        layout="vertical"
        initialValues={p.initial}
        onFinish={p.onSubmit}
        scrollToFirstError
        requiredMark="optional"
      >
        {p.children}
        {/* Enter in a field submits only where the form has a button of its own. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Spin>
  );
  if (p.in === 'modal') {
    return (
      <PageModal
        open={p.open}
        title={p.title}
        width={p.width ?? 520}
        mask={{ closable: false }}
        onCancel={p.onClose}
        footer={footer}
      >
        {body}
      </PageModal>
    );
  }
  return (
    <PageDrawer
      open={p.open}
      title={p.title}
      size={p.width ?? 480}
      onClose={p.onClose}
      mask={{ closable: false }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={footer}
    >
      {body}
    </PageDrawer>
  );
}
