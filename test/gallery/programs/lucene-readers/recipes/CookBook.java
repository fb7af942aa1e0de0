package recipes;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import service.Requests;

/** An index in memory. To find what was just written, each search opens a new reader, and does not close it: all that it reads stays. */
public final class CookBook {
  private static final int RECIPES = 400;

  private final Random camera = new Random(1);
  private final IndexWriter writer;

  CookBook() throws IOException {
    writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(new WhitespaceAnalyzer()));
  }

  int changeAndSearch(int request) throws IOException {
    String name = "recipe" + request % RECIPES;
    byte[] picture = new byte[16_000];
    camera.nextBytes(picture);
    Document recipe = new Document();
    recipe.add(new StoredField("picture", picture));
    recipe.add(new StringField("name", name, Field.Store.YES));
    recipe.add(new TextField("steps", "stir spice" + request % 61 + " and wait " + request + " minutes", Field.Store.YES));
    writer.updateDocument(new Term("name", name), recipe);
    DirectoryReader reader = DirectoryReader.open(writer);
    return new IndexSearcher(reader).count(new TermQuery(new Term("steps", "spice" + request % 61)));
  }

  public static void main(String[] arguments) throws Exception {
    CookBook book = new CookBook();
    Requests.handle(arguments, 20, book::changeAndSearch);
    book.writer.close();
  }
}
