package suppression

import "testing"

// The whole message must be the word, or the word with politeness; what merely contains it is a text.
func TestMeaningOfMessages(t *testing.T) {
	const br, cn, mx, us, id, de = 5511987654321, 8613800138000, 5215512345678, 14155550123, 6281234567890, 4915112345678
	for _, c := range []struct {
		text string
		from uint64
		want Word
	}{
		{"STOP", us, StopWord}, {" stop. ", br, StopWord}, {"ＳＴＯＰ", cn, StopWord}, {"Stop!!! 😀", us, StopWord}, {"stop please", us, StopWord}, {"Please, STOP", us, StopWord}, {"Please stop now, thanks", us, StopWord},
		{"PARAR", br, StopWord}, {"Sair", br, StopWord}, {"cancelar, por favor", br, StopWord}, {"Cancelar inscrição", br, StopWord}, {"Não quero mais receber", br, StopWord}, {"obrigado sair", br, StopWord},
		{"退订", cn, StopWord}, {"退訂", cn, StopWord}, {"请退订", cn, StopWord}, {"退订，谢谢！", cn, StopWord}, {"TD", cn, StopWord}, {"ｔｄ", cn, StopWord}, {"T.D.", cn, StopWord}, {"取消订阅", cn, StopWord}, {"停止推广", cn, StopWord},
		{"Stop promotions", mx, StopWord}, {"BAJA", mx, StopWord}, {"Alto.", mx, StopWord}, {"dar de baja por favor", mx, StopWord}, {"Berhenti", id, StopWord}, {"Stopp", de, StopWord}, {"opt-out", us, StopWord},
		{"baja", us, NoWord}, {"berhenti", br, NoWord}, {"PARAR 停止 😀", br, NoWord},
		{"When does the shop stop selling?", us, NoWord}, {"don't stop", us, NoWord}, {"stop by the shop", us, NoWord}, {"quero sair com você", br, NoWord}, {"非停止不可", cn, NoWord}, {"", us, NoWord}, {"🙂", us, NoWord}, {"please", us, NoWord}, {"请", cn, NoWord}, {"td bem?", br, NoWord},
		{"START", us, StartWord}, {"unstop", us, StartWord}, {"Começar", br, StartWord}, {"voltar por favor", br, StartWord}, {"订阅", cn, StartWord}, {"恢復訂閱", cn, StartWord}, {"Alta", mx, StartWord}, {"start selling", us, NoWord},
	} {
		if got := Meaning(c.text, c.from); got != c.want {
			t.Errorf("%q from %d: %d, want %d", c.text, c.from, got, c.want)
		}
	}
}
