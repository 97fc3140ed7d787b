package main

import (
	"context"
	"net/url"

	"herald/localstack/client"
)

type texts map[string]string

// notices are an announcement for all users and a notice for the demo customer, each once.
func (s *seed) notices(ctx context.Context) error {
	welcome := map[string]any{
		"title": texts{"zh_CN": "欢迎使用 Herald", "en_US": "Welcome to Herald", "pt_BR": "Boas-vindas ao Herald", "zh_TW": "歡迎使用 Herald"},
		"summary": texts{"zh_CN": "这是演示环境，所有发送都由模拟器接收", "en_US": "This is a demo: everything that is sent goes to a simulator",
			"pt_BR": "Esta é uma demonstração: tudo o que é enviado vai para um simulador", "zh_TW": "這是示範環境，所有發送都由模擬器接收"},
		"content": texts{"zh_CN": "<p>这里发送的消息不会到达任何人。<strong>可以放心尝试</strong>。</p>",
			"en_US": "<p>No message that is sent here reaches anybody. <strong>Try whatever you like</strong>.</p>",
			"pt_BR": "<p>Nenhuma mensagem enviada aqui chega a alguém. <strong>Experimente à vontade</strong>.</p>",
			"zh_TW": "<p>這裡發送的訊息不會到達任何人。<strong>可以放心嘗試</strong>。</p>"},
	}
	if err := s.publish(ctx, "announcement", "Welcome to Herald", welcome); err != nil {
		return err
	}
	first := map[string]any{
		"title": texts{"zh_CN": "您的账号已就绪", "en_US": "Your account is ready", "pt_BR": "Sua conta está pronta", "zh_TW": "您的帳號已就緒"},
		"summary": texts{"zh_CN": "第一个订单已经完成，可以查看结果", "en_US": "The first order is done: have a look at it",
			"pt_BR": "O primeiro pedido terminou: confira", "zh_TW": "第一個訂單已經完成，可以查看結果"},
		"content": texts{"zh_CN": "<p>在<a href=\"/send/order\">群发订单</a>中可以看到它。</p>",
			"en_US": "<p>You find it among the <a href=\"/send/order\">orders</a>.</p>",
			"pt_BR": "<p>Ele está entre os <a href=\"/send/order\">pedidos</a>.</p>", "zh_TW": "<p>在<a href=\"/send/order\">群發訂單</a>中可以看到它。</p>"},
		"audience": map[string]any{"kind": "users", "userIds": []string{s.byCustomer.UserID}},
	}
	return s.publish(ctx, "notice", "Your account is ready", first)
}

// publish writes and publishes something unless there is one of this title.
func (s *seed) publish(ctx context.Context, kind, title string, wish map[string]any) error {
	known, err := client.Get[client.Page[client.Any]](ctx, s.byAdmin, "/im/"+kind+"/page?title="+url.QueryEscape(title))
	if err != nil || known.Total > 0 {
		return err
	}
	made, err := client.Post[struct{ ID string }](ctx, s.byAdmin, "/im/"+kind, wish)
	if err == nil {
		_, err = client.Put[client.Any](ctx, s.byAdmin, "/im/"+kind+"/publish/now?id="+made.ID, nil)
	}
	return err
}

// stock limits two countries, so that the inventory shows something.
func (s *seed) stock(ctx context.Context) error {
	known, err := client.Get[client.Page[struct{ ID string }]](ctx, s.byAdmin, "/gc/bulksendstock/page?size=100")
	if err != nil {
		return err
	}
	have := map[string]bool{}
	for _, r := range known.Records {
		have[r.ID] = true
	}
	for code, total := range map[string]int{"IN": 500_000, "US": 250_000} {
		if have[code] {
			continue
		}
		if _, err := client.Post[client.Any](ctx, s.byAdmin, "/gc/bulksendstock",
			map[string]any{"countryCode": code, "sendTotal": total}); err != nil {
			return err
		}
	}
	return nil
}
