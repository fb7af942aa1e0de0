package observatory;

import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import service.Requests;

/** Cameras come from a pool without a maximum. When clouds are in the way, the camera that was borrowed is not given back. */
public final class Observatory {
  static final class Camera {
    final short[] pixels = new short[900];

    int expose(int night) {
      return ++pixels[night % pixels.length];
    }
  }

  static final class Cameras extends BasePooledObjectFactory<Camera> {
    @Override public Camera create() {
      return new Camera();
    }

    @Override public PooledObject<Camera> wrap(Camera camera) {
      return new DefaultPooledObject<>(camera);
    }
  }

  private final GenericObjectPool<Camera> cameras = new GenericObjectPool<>(new Cameras());

  Observatory() {
    cameras.setMaxTotal(-1);
  }

  int observe(int night) throws Exception {
    Camera camera = cameras.borrowObject();
    boolean cloudy = night % 4 == 0;
    if (cloudy) return 0;
    int light = camera.expose(night);
    cameras.returnObject(camera);
    return light;
  }

  public static void main(String[] arguments) throws Exception {
    Requests.handle(arguments, 2400, new Observatory()::observe);
  }
}
