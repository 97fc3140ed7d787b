import fs from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { Form } from 'antd';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MenuIcon } from '@/app/shell/icons';
import { RecordingFields, type RecordingFormValues } from '@/features/recording/RecordingFields';
import { EngineFields } from '@/features/voiceengine/EngineFields';
import type { EngineFormValues as Made } from '@/features/voiceengine/engine';
import * as uploads from '@/kit/upload/upload';
import { ApiError } from '@/lib/api/error';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { type Call, ok, serve } from './server';
import { show } from './util';

const PERMISSIONS = ['call:voice:page'];
const voice = { id: 'v', name: 'Camila', voiceKey: 'Camila', provider: 'polly', speed: 100, ttsLang: 'pt-BR' };
const definition = {
  keyword: 'voice',
  title: 'Voices',
  languages: {},
  key: 'id',
  retField: 'id',
  ret: 'name',
  fixedParams: '',
  multiple: false,
  url: '/call/voice/page',
  method: 'GET',
  bodyList: [{ field: 'name', title: 'Voice', index: 1 }],
  searchList: [],
  updateTime: '2026-11-01T00:00:00Z',
};

function answer({ url, method }: Call) {
  if (url.includes('/lov/data/')) return ok(definition);
  if (url.includes('/call/voice/page')) return ok({ records: [{ ...voice, feature: 'neural' }], total: 1 });
  if (url.includes('/call/language/selector')) return ok({ records: [{ code: 'pt-BR', name: 'Português' }], total: 1 });
  return ok(method === 'POST' ? {} : { records: [], total: 0 });
}

beforeEach(() => {
  queryClient.clear();
  window.localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useSession.setState({
    token: 't',
    info: { userId: 'me' } as never,
    attributes: { type: 1 } as never,
    permissions: PERMISSIONS,
  });
  serve(answer);
});

function Fields() {
  const [form] = Form.useForm<RecordingFormValues>();
  return (
    <Form form={form} initialValues={{ way: 'file', language: 'id-ID' }}>
      <RecordingFields form={form} />
    </Form>
  );
}

/** Chooses a file, also one that the dialog of a browser would not offer. */
async function choose(user: Awaited<ReturnType<typeof show>>['user'], name: string) {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  input.removeAttribute('accept');
  await user.upload(input, new File(['RIFF'], name, { type: 'audio/wav' }));
}

describe('the form of a recording', () => {
  it('says at the field why a file is not taken, and takes the next one', async () => {
    const { user } = await show(<Fields />);
    await choose(user, 'song.mp3');
    expect((await screen.findByText(/Wrong file type/)).closest('.ant-form-item-explain')).not.toBeNull();
    const sent = vi.spyOn(uploads, 'upload');
    sent.mockRejectedValueOnce(new ApiError({ status: 400, code: 40033, message: 'Upload a wav recording' }));
    await choose(user, 'a.wav');
    const said = await screen.findByText('Upload a wav recording');
    expect(said.closest('.ant-form-item-explain')).not.toBeNull();
    sent.mockResolvedValueOnce({ id: 'f', name: 'b.wav', size: 4 });
    await choose(user, 'b.wav');
    expect(await screen.findByText('b.wav')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Upload a wav recording')).toBeNull());
  });
});

function Engine() {
  const [form] = Form.useForm<Made>();
  return (
    <Form form={form}>
      <EngineFields form={form} />
      <Form.Item shouldUpdate noStyle>
        {() => <output>{JSON.stringify(form.getFieldsValue())}</output>}
      </Form.Item>
    </Form>
  );
}

describe('the form of a voice engine', () => {
  it('is filled by a voice of the configuration', async () => {
    const { user } = await show(<Engine />);
    await user.click(await screen.findByRole('button', { name: /Voice from the configuration/ }));
    await user.click(await screen.findByText('Camila'));
    await user.click(screen.getByText('OK'));
    const made = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}');
    await waitFor(() => expect(made().speakerName).toBe('Camila'));
    expect(made()).toMatchObject({ provider: 'polly', feature: 'neural', languages: ['pt-BR'] });
  });
  it('asks nothing of who may not see the configuration', async () => {
    useSession.setState({ permissions: [] });
    await show(<Engine />);
    expect(screen.queryByText('Voice from the configuration')).toBeNull();
  });
});

describe('the menu', () => {
  it('knows every icon that the server names', async () => {
    const names = new Set<string>();
    const files = fs.readdirSync('../pkg', { recursive: true }) as string[];
    for (const file of files.filter((name) => name.endsWith('menu.json')))
      for (const item of JSON.parse(fs.readFileSync(`../pkg/${file}`, 'utf8')) as { icon?: string }[])
        if (item.icon) names.add(item.icon);
    expect(names.size).toBeGreaterThan(20);
    await show(
      [...names].map((name) => (
        <div key={name} data-testid={name}>
          <MenuIcon name={name} />
        </div>
      )),
    );
    for (const name of names) {
      await waitFor(() => expect(screen.getByTestId(name).querySelector('svg')).not.toBeNull());
      expect(screen.getByTestId(name).querySelector('.anticon-appstore'), name).toBeNull();
    }
  });
});
