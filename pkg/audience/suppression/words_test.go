package suppression

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestMeaningOfMessages reads what people write: the whole message asks to stop, or it merely contains the word.
func TestMeaningOfMessages(t *testing.T) {
	table, err := os.ReadFile("testdata/messages.tsv")
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]Word{"none": NoWord, "stop": StopWord, "start": StartWord}
	n := 0
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		number, err := strconv.ParseUint(cells[1], 10, 64)
		want, known := wants[cells[2]]
		if err != nil || !known || len(cells) != 4 {
			t.Fatalf("line %q: %v", line, err)
		}
		n++
		if got := Meaning(strings.ReplaceAll(cells[3], `\n`, "\n"), number); got != want {
			t.Errorf("%s: %q from %d: %d, want %d", cells[0], cells[3], number, got, want)
		}
	}
	if n < 200 {
		t.Errorf("%d messages", n)
	}
}

// TestMeaningOfButtons counts a button's payload like its text.
func TestMeaningOfButtons(t *testing.T) {
	for _, c := range []struct {
		text, payload string
		want          Word
	}{
		{"Não quero mais", "STOP", StopWord}, {"Parar promoções", "opt_out", StopWord}, {"Quero comprar", "BUY_1", NoWord},
		{"Sim", "START", StartWord},
		{"Start", "STOP", StopWord}, {"STOP", "START", StopWord}, {"Sim", "", NoWord}, {"Começar", "go", StartWord},
	} {
		if got := MeaningOf(c.text, c.payload, 5511987654321); got != c.want {
			t.Errorf("%q with %q: %d, want %d", c.text, c.payload, got, c.want)
		}
	}
}
